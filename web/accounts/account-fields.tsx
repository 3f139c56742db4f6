import Eye from 'virtual:icon/eye'
import EyeOff from 'virtual:icon/eye-off'
import { useHydrated, useLocation } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { type FieldValues, type Path, type PathValue, type UseFormReturn, useWatch } from 'react-hook-form'
import { isEmail, securityQuestions } from '#rules/account.ts'
import { emailFragment, emailOfFragment } from '#rules/paths.ts'
import { Field, type FieldParts, SelectField, TextField } from '../kit/field.tsx'

type InputProps = Omit<ComponentProps<typeof TextField>, 'label'>

export function EmailField(input: InputProps) {
  return <TextField label="이메일" type="email" inputMode="email" autoComplete="username" required {...input} />
}

export function NicknameField(input: InputProps) {
  return <TextField label="닉네임" autoComplete="nickname" required {...input} />
}

/** Select for the security question; the value is its number, from 0. */
export function QuestionField(select: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  return (
    <SelectField label="본인 확인 질문" {...select}>
      {securityQuestions.map((question, index) => (
        <option key={question} value={index}>
          {question}
        </option>
      ))}
    </SelectField>
  )
}

export function AnswerField(input: InputProps) {
  return <TextField label="답변" autoComplete="off" required {...input} />
}

export type PasswordFieldProps = Omit<FieldParts, 'count' | 'optional'> & Omit<ComponentProps<'input'>, 'children'>

type Below = {
  /** Shown below the input. */
  below?: ReactNode
  /** Id of the element in there that describes the input. */
  belowId?: string
}

/** A password input with a button that shows and hides the text. */
export function PasswordField({ label, hint, error, below, belowId, ...input }: PasswordFieldProps & Below) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <>
          <div className="password">
            <input
              autoCapitalize="none"
              spellCheck={false}
              required
              {...input}
              {...control}
              aria-describedby={[control['aria-describedby'], belowId].filter(Boolean).join(' ') || undefined}
              type={shown ? 'text' : 'password'}
              className="input"
            />
            <button
              type="button"
              className="icon-btn icon-btn-quiet"
              aria-label={`${label} ${shown ? '숨기기' : '보기'}`}
              onClick={() => setShown(!shown)}
            >
              <Icon className="icon" />
            </button>
          </div>
          {below}
        </>
      )}
    </Field>
  )
}

/**
 * Fills `email` with the address of a mail or another screen; call it after `useDraft`, because it is newer.
 * @returns the fragment that passes on the field's current value
 */
export function usePrefilledEmail<Values extends FieldValues & { email: string }, Output>(
  form: UseFormReturn<Values, unknown, Output>,
): string {
  const name = 'email' as Path<Values>
  const passed = emailOfFragment(useLocation({ select: ({ hash }) => hash }))
  const hydrated = useHydrated()
  const [isFromAnotherScreen] = useState(hydrated)
  const { getValues, setValue } = form
  useEffect(() => {
    if (!isEmail(passed) || (getValues(name) && !isFromAnotherScreen)) return
    setValue(name, passed as PathValue<Values, Path<Values>>)
  }, [passed, isFromAnotherScreen, getValues, setValue, name])
  const typed: unknown = useWatch({ control: form.control, name })
  return typeof typed === 'string' && isEmail(typed.trim()) ? emailFragment(typed.trim()) : ''
}
