import Eye from 'virtual:icon/eye'
import EyeOff from 'virtual:icon/eye-off'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { securityQuestions } from '#rules/account.ts'
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
