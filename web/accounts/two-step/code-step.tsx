import { useEffect, useRef, useState } from 'react'
import { twoStepCodeSchema } from '#rules/two-step.ts'
import { validateInput } from '#rules/validate.ts'
import { ApiError, useGraphql } from '../../graphql.ts'
import { Form, SubmitButton, useFormFailure } from '../../kit/form.tsx'
import { showServerError, useCheckedForm } from '../../kit/use-checked-form.ts'
import type { Person } from '../../store/viewer.ts'
import { loginByCode } from '../account.ts'
import { TwoStepCodeField } from './code-field.tsx'

/** Whether a login failed only because a two-step code is missing or wrong. */
export function needsTwoStepCode(error: unknown): boolean {
  return error instanceof ApiError && error.fields.some(({ field }) => field === 'code')
}

type CodeStepProps = {
  onLogin: (person: Person) => Promise<unknown>
  /** Returns to the password step; `reason` is a message for it, or empty. */
  onBack: (reason: string) => void
}

/** The second step of a login, which asks for a code. */
export function TwoStepCodeStep({ onLogin, onBack }: CodeStepProps) {
  const graphql = useGraphql()
  const failure = useFormFailure()
  const [isRecovery, setRecovery] = useState(false)
  const form = useCheckedForm((values: { code: string }) => validateInput(twoStepCodeSchema, values), { code: '' })
  const { errors, isSubmitting } = form.formState
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when another kind of code is asked for
  useEffect(() => place.current?.querySelector('input')?.focus(), [isRecovery])

  const submit = form.handleSubmit(async ({ code }) => {
    failure.clear()
    try {
      await onLogin(await loginByCode(graphql, { code }))
    } catch (error) {
      const message = showServerError(form, error)
      if (error instanceof ApiError && error.code === 'EXPIRED') return onBack(message)
      if (!needsTwoStepCode(error)) failure.show(message)
    }
  })
  return (
    <Form onSubmit={submit}>
      {failure.alert}
      <div ref={place}>
        <TwoStepCodeField
          label={isRecovery ? '복구 코드' : '인증 코드'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          required
          hint={isRecovery ? '2단계 인증을 켜고 받은 열여섯 자리예요.' : '인증 앱에 보이는 여섯 자리 숫자예요.'}
          error={errors.code?.message}
          {...form.register('code')}
        />
      </div>
      <SubmitButton busy={isSubmitting} busyLabel="확인하는 중…">
        로그인
      </SubmitButton>
      <div className="auth-between">
        <button type="button" className="link link-quiet" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? '인증 앱 코드 입력' : '복구 코드 입력'}
        </button>
        <button type="button" className="link link-quiet" onClick={() => onBack('')}>
          비밀번호 다시 입력하기
        </button>
      </div>
      {failure.dialog}
    </Form>
  )
}
