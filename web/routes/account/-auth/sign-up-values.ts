import type * as v from 'valibot'
import { emailDomains, signupSchema } from '#rules/account.ts'
import { type ConsentName, consentSchema } from '#rules/consents.ts'
import { type Checked, check } from '#rules/validate.ts'
import type { LegalVersions } from '../../../accounts/legal.ts'
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
} & Record<ConsentName, boolean>

export type SignUpInput = v.InferOutput<typeof signupSchema> & { consent: v.InferOutput<typeof consentSchema> }

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

/** Validates all fields, including the confirmation and the consents to these versions of the texts. */
export function checkSignUp(values: SignUpValues, versions: LegalVersions): Checked<SignUpInput> {
  const checked = check(signupSchema, {
    ...values,
    email: joinEmail(values),
    questionIndex: Number(values.questionIndex),
  })
  const consent = check(consentSchema, {
    over14: values.over14,
    terms: values.terms ? versions.terms : null,
    privacy: values.privacy ? versions.privacy : null,
    location: values.location ? versions.location : null,
  })
  const message = confirmationFault(values.password, values.confirmation)
  if (checked.ok && consent.ok && message === null)
    return { ok: true, value: { ...checked.value, consent: consent.value } }
  const fields = [checked, consent].flatMap((part) => (part.ok ? [] : part.fields))
  return { ok: false, fields: message === null ? fields : [...fields, { field: 'confirmation', message }] }
}
