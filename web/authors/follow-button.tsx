import { Link, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { paths } from '#rules/paths.ts'
import { sentenceOf } from '../failures.ts'
import { toast } from '../kit/toast.tsx'
import { useRouterContext } from '../router-context.ts'
import { useAuthorState, useViewer } from '../store/use-store.ts'
import { followUser } from './people.ts'
import './people.css'

type FollowButtonProps = { handle: string; username: string; className?: string; label?: string }

/**
 * Button that follows or unfollows an author; visitors get a link to the login. The element around it has the attributes of
 * `useAuthorAttributes`, by which the styles choose its words.
 */
export function FollowButton({ handle, username, className = 'btn btn-primary', label = '팔로우' }: FollowButtonProps) {
  const context = useRouterContext()
  const { href } = useLocation()
  const { followed = false } = useAuthorState(handle)
  const isBusy = useRef(false)
  const press = async () => {
    if (isBusy.current) return
    isBusy.current = true
    await followUser(context, handle, !context.store.marksOf(`author ${handle}`).followed).catch((error: unknown) =>
      toast(sentenceOf(error)),
    )
    isBusy.current = false
  }
  return (
    <>
      <button
        type="button"
        className={`${className} follow for-members`}
        aria-pressed={followed}
        onClick={() => void press()}
      >
        <span className="sr-only">{username}님 </span>
        <span className="follow-start">{label}</span>
        <span className="follow-stop">팔로잉</span>
      </button>
      <Link
        to={paths.login}
        search={{ next: href }}
        state={() => ({ pendingPress: { press: `followed ${handle}`, at: Date.now() } })}
        className={`${className} follow for-visitors`}
        preload={false}
      >
        <span className="sr-only">{username}님 </span>
        {label}
      </Link>
    </>
  )
}

/**
 * Attributes of the element around an author's buttons: whether the author is the reader or followed by them. The script of
 * `first-paint.ts` sets them in shared pages.
 */
export function useAuthorAttributes(handle: string) {
  const { followed } = useAuthorState(handle)
  const viewer = useViewer()
  return {
    'data-author': handle,
    'data-is': viewer?.jwt === handle ? 'own' : followed ? 'followed' : undefined,
    suppressHydrationWarning: true,
  }
}

export function SimilarTasteNote() {
  return <span className="alike">입맛이 비슷해요</span>
}
