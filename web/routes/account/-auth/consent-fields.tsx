import { useId } from 'react'
import { type ConsentName, consentLabels, consentNames } from '#rules/consents.ts'
import { legalTitles } from '#rules/legal.ts'
import { legalPath } from '#rules/paths.ts'
import { FieldError } from '../../../kit/field.tsx'
import type { CheckedForm } from '../../../kit/use-checked-form.ts'
import type { SignUpInput, SignUpValues } from './sign-up-values.ts'

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
