import { useEffect, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type * as v from 'valibot'
import { emailDomains, signupSchema } from '#rules/account.ts'
import { type ConsentName, consentLabels, consentNames, consentSchema } from '#rules/consents.ts'
import { legalTitles } from '#rules/legal.ts'
import { legalPath } from '#rules/paths.ts'
import { type Checked, validateInput } from '#rules/validate.ts'
import type { LegalVersions } from '../../../accounts/account.ts'
import { confirmationFault } from '../../../accounts/account-fields.tsx'
import { FieldError } from '../../../kit/field.tsx'
import type { CheckedForm } from '../../../kit/use-checked-form.ts'

export type SignUpValues = {
  image: string | null
  username: string
  /** Part of the e-mail address before the @. */
  email: string
  /** One of the offered domains, or '' for `ownDomain`. */
  domain: string
  ownDomain: string
  password: string
  confirmation: string
  questionIndex: string
  questionAnswer: string
} & Record<ConsentName, boolean>

export type SignUpInput = v.InferOutput<typeof signupSchema> & { consent: v.InferOutput<typeof consentSchema> }

/** The e-mail address of the two parts, or the first part if that is a whole address; empty if the first part is. */
export function joinEmail({ email, domain, ownDomain }: Pick<SignUpValues, 'email' | 'domain' | 'ownDomain'>): string {
  const typed = email.trim()
  return typed === '' || typed.includes('@') ? typed : `${typed}@${(domain || ownDomain).trim()}`
}

/** Splits a whole e-mail address into the form's parts; null if `text` has no @. */
function splitEmail(text: string): Pick<SignUpValues, 'email' | 'domain' | 'ownDomain'> | null {
  const at = text.indexOf('@')
  if (at < 0) return null
  const rest = text.slice(at + 1).trim()
  const domain = emailDomains.find((offered) => offered === rest.toLowerCase()) ?? ''
  return { email: text.slice(0, at).trim(), domain, ownDomain: domain ? '' : rest }
}

/** Fills the form's parts with a whole e-mail address; does nothing if `text` has no @. */
export function fillEmailParts<Output>(form: UseFormReturn<SignUpValues, unknown, Output>, text: string): void {
  const parts = splitEmail(text)
  if (!parts) return
  form.setValue('email', parts.email)
  form.setValue('domain', parts.domain)
  form.setValue('ownDomain', parts.ownDomain)
}

export function checkSignUp(values: SignUpValues, versions: LegalVersions): Checked<SignUpInput> {
  const checked = validateInput(signupSchema, {
    ...values,
    email: joinEmail(values),
    questionIndex: Number(values.questionIndex),
  })
  const consent = validateInput(consentSchema, {
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

/** Fields for an e-mail address: the part before the @, and a list of domains. A whole address may be entered in the first one. */
export function EmailFields<Output>({ form }: { form: UseFormReturn<SignUpValues, unknown, Output> }) {
  const id = useId()
  const domain = useWatch({ control: form.control, name: 'domain' })
  const error = form.formState.errors.email?.message
  const described = { 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? id : undefined } as const
  const splitIntoFields = (text: string) => fillEmailParts(form, text)
  const typed = useWatch({ control: form.control, name: 'email' })
  // An address that came without a blur event, as before hydration, is split here; a focused field will still fire one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the form, not the render
  useEffect(() => {
    if (document.activeElement?.getAttribute('name') !== 'email') splitIntoFields(typed ?? '')
  }, [typed])
  const judge = () => void (form.formState.isSubmitted && form.trigger('email'))
  return (
    <fieldset className="field email-field">
      <legend className="field-label">이메일</legend>
      <div className="email-parts">
        <input
          className="input"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-label="이메일 아이디"
          {...described}
          // On blur and not during typing, as the rest of the address would then be typed before the @.
          {...form.register('email', { onBlur: (event) => splitIntoFields(event.target.value) })}
        />
        <span>@</span>
        <select className="input choice" aria-label="이메일 도메인" {...form.register('domain', { onChange: judge })}>
          {emailDomains.map((offered) => (
            <option key={offered}>{offered}</option>
          ))}
          <option value="">직접 입력</option>
        </select>
      </div>
      {domain === '' && (
        <input
          className="input"
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="example.com"
          required
          aria-label="직접 입력한 도메인"
          {...described}
          {...form.register('ownDomain', { onChange: judge })}
        />
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}

export function ConsentFields({ form }: { form: CheckedForm<SignUpValues, SignUpInput> }) {
  const isAll = form.watch(consentNames).every(Boolean)
  const takeAll = (on: boolean) => {
    for (const name of consentNames)
      form.setValue(name, on, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  return (
    <fieldset className="field consents">
      <legend className="field-label">동의</legend>
      <label className="check consents-all">
        <input type="checkbox" checked={isAll} onChange={({ target }) => takeAll(target.checked)} />
        <span>
          모두 동의해요 <em>(선택 포함)</em>
        </span>
      </label>
      {consentNames.map((name) => (
        <ConsentField key={name} name={name} form={form} />
      ))}
    </fieldset>
  )
}

function ConsentField({ name, form }: { name: ConsentName; form: CheckedForm<SignUpValues, SignUpInput> }) {
  const id = useId()
  const error = form.formState.errors[name]?.message
  const isOptional = name === 'location'
  return (
    <div>
      <div className="consent">
        <label className="check">
          <input
            type="checkbox"
            required={!isOptional}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            {...form.register(name)}
          />
          <span>
            {consentLabels[name]} <em>({isOptional ? '선택' : '필수'})</em>
          </span>
        </label>
        {name !== 'over14' && (
          <a
            href={legalPath(name)}
            target="_blank"
            rel="noopener"
            className="link"
            aria-label={`${legalTitles[name]} 보기, 새 창`}
          >
            보기
          </a>
        )}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  )
}
