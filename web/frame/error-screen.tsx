import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorMessages, failures } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { isConnectionFailure, isModuleLoadError, isSiteUnavailable, reloadToFetchCode } from '../failures.ts'
import { EmptyState, RetryButton } from '../kit/empty-state.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { useRetry } from '../kit/try-again.ts'
import { usePageInfo } from '../page-info.ts'
import { useRouterContext } from '../router-context.ts'

/** Pause between attempts to load a page while a fresh site is still being prepared, in milliseconds. */
const PAUSE_MS = 2000

/** Shown when a page's data could not be loaded or rendering failed. If the site was away, it retries by itself. */
export function ErrorScreen({ error }: Pick<ErrorComponentProps, 'error'>) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const away = isSiteUnavailable(error)
  const retry = async () => {
    if (isModuleLoadError(error)) return reloadToFetchCode()
    queries.reset()
    await router.invalidate()
  }
  useRetry(away ? retry : undefined)
  // The site may be back with newer files, or this page is a stored copy.
  useEffect(() => {
    if (isConnectionFailure(error)) void reloadToFetchCode()
  }, [error])
  // Recognised by its message, because errors of rendering on the server arrive without their code.
  const isPreparing = error instanceof Error && error.message === errorMessages.PREPARING
  const again = useEffectEvent(retry)
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => void again(), PAUSE_MS)
    return () => clearInterval(timer)
  }, [isPreparing])
  if (isPreparing) return <Preparing />
  return (
    <EmptyState
      art={isConnectionFailure(error) ? <OfflineError /> : 'broken'}
      title={isConnectionFailure(error) ? failures.offline : failures.page.title}
      text={
        away ? (
          failures.continues
        ) : (
          <>
            <ContactOperator />
            <RequestId />
          </>
        )
      }
    >
      <RetryButton look="primary" onPress={() => void retry()} />
      <HomeButton tone="outline" />
    </EmptyState>
  )
}

/** Text of an error page: a sentence that asks to contact the operator, and their contact if there is one. */
export function ContactOperator() {
  const { contact } = usePageInfo().site
  return (
    <>
      {failures.page.text}
      {contact && (
        <>
          <br />
          <a href={contact.startsWith('https:') ? contact : `mailto:${contact}`} className="link">
            {contact}
          </a>
        </>
      )}
    </>
  )
}

const REQUEST_ID = 'request-id'

/** Id by which the operator finds the error in the log; only on pages that the server rendered. */
function RequestId() {
  const { page } = useRouterContext()
  const [id] = useState(() => page?.requestId ?? document.getElementById(REQUEST_ID)?.textContent)
  return (
    id && (
      <>
        <br />
        오류 번호 <code id={REQUEST_ID}>{id}</code>
      </>
    )
  )
}

function Preparing() {
  return (
    <div role="status">
      <EmptyState art="pot" title="장소를 준비하고 있어요." text="잠시만 기다려 주세요.">
        <HomeButton tone="outline" />
      </EmptyState>
    </div>
  )
}

export function HomeButton({ tone = 'primary' }: { tone?: 'primary' | 'outline' }) {
  return (
    <Link to={paths.home} className={`btn btn-${tone}`}>
      <PageIcon name="house" />
      홈으로
    </Link>
  )
}

export function NotFoundScreen() {
  return (
    <EmptyState art="lost" title={failures.notFound} text="주소가 바뀌었거나 삭제된 글일 수 있어요.">
      <HomeButton />
    </EmptyState>
  )
}

/** Drawing of an unplugged cable. It is in the code, because without a network its file could not be loaded. */
function OfflineError() {
  return (
    <svg className="empty-state-art" viewBox="0 0 260 184" aria-hidden="true">
      <ellipse cx="130" cy="168" rx="104" ry="12" fill="var(--fb-2)" />
      <path
        d="M18 96c26 0 26-26 52-26h14M128 58h16M128 82h16M204 98c24 0 20 28 40 28"
        fill="none"
        stroke="var(--fb-5)"
        strokeWidth="9"
        strokeLinecap="round"
      />
      <path d="M84 44h20q24 2 24 26t-24 26H84Z" fill="var(--fb-6)" />
      <path d="M204 124h-14q-26-2-26-26t26-26h14Z" fill="var(--fb-4)" />
    </svg>
  )
}
