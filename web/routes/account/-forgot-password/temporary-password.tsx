import Mail from 'virtual:icon/mail'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { accountMessages, recoveryLimits } from '#rules/account.ts'
import { emailFragment, paths } from '#rules/paths.ts'
import { sendRecoveryMail } from '../../../accounts/account.ts'
import type { NextSearch } from '../../../accounts/route-guards.ts'
import { sentenceOf } from '../../../failures.ts'
import { ApiError, useGraphql } from '../../../graphql.ts'
import { useFailure } from '../../../kit/form.tsx'
import { onDemand } from '../../../kit/on-demand.tsx'
import '../../../accounts/account.css'

const DoneDialog = onDemand(async () => (await import('../../../kit/dialog.tsx')).DoneDialog)

type TemporaryPasswordProps = NextSearch & {
  /** Null after a reload: no script can ask for it again. */
  masked: string | null
  email: string
  /** Back to the question. */
  onRestart: () => void
}

/** The temporary password without its last four characters, and a button to mail the whole password. */
export function TemporaryPassword({ masked, email, next, onRestart }: TemporaryPasswordProps) {
  const graphql = useGraphql()
  const navigate = useNavigate()
  const failure = useFailure()
  const [state, setState] = useState<'ready' | 'busy' | 'sent' | 'expired'>('ready')

  const send = async () => {
    if (state !== 'ready') return
    setState('busy')
    failure.clear()
    try {
      await sendRecoveryMail(graphql, {})
      setState('sent')
    } catch (error) {
      failure.show(sentenceOf(error))
      setState(error instanceof ApiError && error.code === 'EXPIRED' ? 'expired' : 'ready')
    }
  }
  return (
    <>
      <div className="form">
        {failure.alert}
        {masked !== null && (
          <p className="temporary">
            <span className="sr-only">뒤 네 자리를 가린 임시 비밀번호: </span>
            <code>{masked}</code>
          </p>
        )}
        <p className="hint">
          {recoveryLimits.minutes}분 안에 로그인해서 새 비밀번호로 바꿔 주세요. 메일을 읽은 휴대폰에서 로그인해도 돼요.
          그때까지는 지금 비밀번호도 그대로 쓸 수 있어요.
        </p>
        {state === 'expired' ? (
          <button type="button" className="btn btn-primary btn-wide btn-submit" onClick={onRestart}>
            처음부터 다시 하기
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-primary btn-wide btn-submit"
            aria-disabled={state === 'busy' || undefined}
            onClick={send}
          >
            <Mail className="icon" />
            {state === 'busy' ? '보내는 중…' : '이메일로 받기'}
          </button>
        )}
      </div>
      {masked === null && state !== 'expired' && (
        <p className="auth-swap">
          다른 계정을 찾으시나요?{' '}
          <button type="button" className="link" onClick={onRestart}>
            처음부터 다시 하기
          </button>
        </p>
      )}
      {failure.dialog}
      <DoneDialog
        open={state === 'sent'}
        leadsOn
        onClose={() => void navigate({ to: paths.login, search: next ? { next } : {}, hash: emailFragment(email) })}
        message={accountMessages.mailSent}
        button="로그인하러 가기"
      />
    </>
  )
}
