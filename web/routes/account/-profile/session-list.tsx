import MonitorSmartphone from 'virtual:icon/monitor-smartphone'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { endSession, type SessionInfo, sessionsQuery } from '../../../accounts/account.ts'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { isOffline, sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { Ago } from '../../../kit/ago.tsx'
import { FieldError } from '../../../kit/field.tsx'
import { PageIcon } from '../../../kit/page-icons.tsx'
import { toast } from '../../../kit/toast.tsx'

/** The person's sessions, with a button to end each. */
export function SessionList() {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  const signInAgain = useSignInAgain()
  const title = useRef<HTMLHeadingElement>(null)
  // The page's loader has just loaded them.
  const sessions = useQuery({ ...sessionsQuery(graphql), refetchOnMount: false })
  const [ending, setEnding] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)

  const end = async ({ id, device }: SessionInfo) => {
    if (ending !== null) return
    setEnding(id)
    setFault(null)
    try {
      await endSession(graphql, { id })
      queryClient.setQueryData(sessionsQuery(graphql).queryKey, (list) => list?.filter((session) => session.id !== id))
      title.current?.focus()
      toast(`${device}에서 로그아웃했어요.`)
    } catch (error) {
      if (!signInAgain(error)) setFault(sentenceOf(error))
    } finally {
      setEnding(null)
    }
  }
  return (
    <section className="account-section">
      <h2 ref={title} tabIndex={-1}>
        로그인한 기기
      </h2>
      <p>모르는 기기가 있으면 로그아웃하고 비밀번호를 바꿔 주세요.</p>
      {isOffline(sessions.error) && <FieldError>{failures.offline}</FieldError>}
      {sessions.isError && (
        <button type="button" className="btn btn-outline btn-small" onClick={() => void sessions.refetch()}>
          <PageIcon name="rotate-cw" />
          기기 목록 다시 불러오기
        </button>
      )}
      <ul className="sessions">
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} busy={ending === session.id} onEnd={() => void end(session)} />
        ))}
      </ul>
      {fault && <FieldError live>{fault}</FieldError>}
    </section>
  )
}

function SessionRow({ session, busy, onEnd }: { session: SessionInfo; busy: boolean; onEnd: () => void }) {
  const { device, lastUsedAt, autoLogin, current } = session
  return (
    <li>
      <MonitorSmartphone className="icon" />
      <div>
        <b>{device}</b>
        <span className="session-facts num">
          <Ago at={lastUsedAt} /> {autoLogin && <span>자동 로그인</span>}
        </span>
      </div>
      {current ? (
        <span className="session-current">이 기기</span>
      ) : (
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-label={`${device} 로그아웃`}
          aria-disabled={busy || undefined}
          onClick={onEnd}
        >
          {busy ? '로그아웃 중…' : '로그아웃'}
        </button>
      )}
    </li>
  )
}
