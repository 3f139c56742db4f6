import { useEffect, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { emailDomains } from '#rules/account.ts'
import { type ConsentName, consentLabels, consentNames } from '#rules/consents.ts'
import { legalTitles } from '#rules/legal.ts'
import { legalPath } from '#rules/paths.ts'
import { FieldError } from '../../../kit/field.tsx'
import type { CheckedForm } from '../../../kit/use-checked-form.ts'
import { type SignUpInput, type SignUpValues, splitEmail } from './sign-up-values.ts'

/** The address in two parts, with a list of domains. A whole address can be typed, pasted or autofilled too. */
export function EmailFields<Output>({ form }: { form: UseFormReturn<SignUpValues, unknown, Output> }) {
  const id = useId()
  const domain = useWatch({ control: form.control, name: 'domain' })
  const error = form.formState.errors.email?.message
  const described = { 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? id : undefined } as const
  const takeApart = (text: string) => {
    const parts = splitEmail(text)
    if (!parts) return
    form.setValue('email', parts.email)
    form.setValue('domain', parts.domain)
    form.setValue('ownDomain', parts.ownDomain)
  }
  const typed = useWatch({ control: form.control, name: 'email' })
  // What was typed before the script ran never fired its blur; what is still being typed waits for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the form, not the render
  useEffect(() => {
    if (document.activeElement?.getAttribute('name') !== 'email') takeApart(typed ?? '')
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
          // Not during typing: the rest of the address would end up before the @.
          {...form.register('email', { onBlur: (event) => takeApart(event.target.value) })}
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

/** What a new member agrees to, each for itself. The texts open in a tab of their own, so that the form stays as it is. */
export function ConsentFields({ form }: { form: CheckedForm<SignUpValues, SignUpInput> }) {
  return (
    <fieldset className="field consents">
      <legend className="field-label">동의</legend>
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
