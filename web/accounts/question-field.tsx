import type { ComponentProps } from 'react'
import { securityQuestions } from '#rules/account.ts'
import { SelectField } from '../kit/field.tsx'

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
