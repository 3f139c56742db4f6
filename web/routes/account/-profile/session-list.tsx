import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { failures } from '#rules/errors.ts'
import { loginProviderNames } from '#rules/provider-login.ts'
import { endSession, type SessionInfo, sessionsQuery } from '../../../accounts/account.ts'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { isConnectionFailure, sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { Ago } from '../../../kit/ago.tsx'
import { FieldError } from '../../../kit/field.tsx'
import { MonitorSmartphone } from '../../../kit/icons.gen.ts'
import { PageIcon } from '../../../kit/page-icons.tsx'
import { toast } from '../../../kit/toast.tsx'

export function SessionList() {
  const graphql = useGraphql()
  const title = useRef<HTMLHeadingElement>(null)
  // The page's loader has just loaded the sessions.
  const sessions = useQuery({ ...sessionsQuery(graphql), refetchOnMount: false })
  return (
    <section className="account-section">
      <h2 ref={title} tabIndex={-1}>
        로그인한 기기
      </h2>
      <p>모르는 기기가 있으면 로그아웃하고 비밀번호를 바꿔 주세요.</p>
      {isConnectionFailure(sessions.error) && <FieldError>{failures.offline}</FieldError>}
      {sessions.isError && (
        <button type="button" className="btn btn-outline btn-small" onClick={() => void sessions.refetch()}>
          <PageIcon name="rotate-cw" />
          기기 목록 다시 불러오기
        </button>
      )}
      <ul className="sessions">
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={() => title.current?.focus()} />
        ))}
      </ul>
    </section>
  )
}

function SessionRow({ session, onEnded }: { session: SessionInfo; onEnded: () => void }) {
  const { id, device, lastUsedAt, autoLogin, current, way, twoStep } = session
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  const signInAgain = useSignInAgain()
  const end = useMutation({
    mutationFn: () => endSession(graphql, { id }),
    onSuccess: () => {
      queryClient.setQueryData(sessionsQuery(graphql).queryKey, (list) => list?.filter((one) => one.id !== id))
      onEnded()
      toast(`${device}에서 로그아웃했어요.`)
    },
    onError: (error) => {
      if (signInAgain(error)) end.reset()
    },
  })
  return (
    <li>
      <MonitorSmartphone className="icon" />
      <div>
        <b>{device}</b>
        <span className="session-facts num">
          <Ago at={lastUsedAt} /> {way && <span>{ways[way]}</span>} {autoLogin && <span>자동 로그인</span>}{' '}
          {twoStep && <span>2단계 인증</span>}
        </span>
        {end.error && <FieldError live>{sentenceOf(end.error)}</FieldError>}
      </div>
      {current ? (
        <span className="session-current">이 기기</span>
      ) : (
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-label={`${device} 로그아웃`}
          aria-disabled={end.isPending || undefined}
          onClick={() => end.isPending || end.mutate()}
        >
          {end.isPending ? '로그아웃 중…' : '로그아웃'}
        </button>
      )}
    </li>
  )
}

const ways = { password: '비밀번호', passkey: '패스키', ...loginProviderNames } as const
