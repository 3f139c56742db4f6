import type { ComponentProps } from 'react'
import { securityQuestions } from '#rules/account.ts'
import { SelectField, TextField } from '../kit/field.tsx'

type InputProps = Omit<ComponentProps<typeof TextField>, 'label'>

/** Input for the account's e-mail address. */
export function EmailField(input: InputProps) {
  return <TextField label="이메일" type="email" inputMode="email" autoComplete="username" {...input} />
}

/** Input for the nickname. */
export function NicknameField(input: InputProps) {
  return <TextField label="닉네임" autoComplete="nickname" {...input} />
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

/** Input for the answer to the security question. */
export function AnswerField(input: InputProps) {
  return <TextField label="답변" autoComplete="off" {...input} />
}
