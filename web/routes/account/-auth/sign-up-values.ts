import type * as v from 'valibot'
import { emailDomains, signupSchema } from '#rules/account.ts'
import { type Checked, check } from '#rules/validate.ts'
import { confirmationFault } from '../../../accounts/new-password-field.tsx'

/** The values of the sign-up form: the address in two parts, the password twice. */
export type SignUpValues = {
  image: string | null
  username: string
  /** Before the @. */
  email: string
  /** One of the offered domains, or '' for another one. */
  domain: string
  ownDomain: string
  password: string
  confirmation: string
  questionIndex: string
  questionAnswer: string
}

export type SignUpInput = v.InferOutput<typeof signupSchema>

/** The address from the two parts, or a whole address from the first part; empty if that is empty. */
export function joinEmail({ email, domain, ownDomain }: Pick<SignUpValues, 'email' | 'domain' | 'ownDomain'>): string {
  const typed = email.trim()
  return typed === '' || typed.includes('@') ? typed : `${typed}@${(domain || ownDomain).trim()}`
}

/** Splits a whole address entered before the @ into its parts; null if it is only the first part. */
export function splitEmail(text: string): Pick<SignUpValues, 'email' | 'domain' | 'ownDomain'> | null {
  const at = text.indexOf('@')
  if (at < 0) return null
  const rest = text.slice(at + 1).trim()
  const domain = emailDomains.find((offered) => offered === rest.toLowerCase()) ?? ''
  return { email: text.slice(0, at).trim(), domain, ownDomain: domain ? '' : rest }
}

/** Validates all fields, including the confirmation. */
export function checkSignUp(values: SignUpValues): Checked<SignUpInput> {
  const checked = check(signupSchema, {
    ...values,
    email: joinEmail(values),
    questionIndex: Number(values.questionIndex),
  })
  const message = confirmationFault(values.password, values.confirmation)
  if (message === null) return checked
  return { ok: false, fields: [...(checked.ok ? [] : checked.fields), { field: 'confirmation', message }] }
}
