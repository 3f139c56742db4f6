import Heart from 'virtual:icon/heart'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { onDemand } from '../../kit/on-demand.tsx'
import { CardIcon } from './card-icons.tsx'
import type { WayBack } from './login-to-like-dialog.tsx'
import { type Likeable, useLike } from './use-like.ts'

const LoginToLikeDialog = onDemand(async () => (await import('./login-to-like-dialog.tsx')).LoginToLikeDialog)

type LikeButtonProps = {
  post: Likeable
  /** null: nobody is signed in; a press offers the login. */
  viewerHandle: string | null
  /** Receives the error message. */
  onError: (error: unknown) => void
  /** On a card a heart and the number; on the post's page a labelled button. */
  shape?: 'card' | 'detail'
}

/** The heart and the number of likes. A visitor can focus and press it too, and is then asked to log in. */
export function LikeButton({ post, viewerHandle, onError, shape = 'card' }: LikeButtonProps) {
  const like = useLike(viewerHandle)
  const router = useRouter()
  const [wayBack, setWayBack] = useState<WayBack | null>(null)
  const isVisitor = viewerHandle === null
  const askForLogin = () => {
    const { href, state } = router.latestLocation
    setWayBack({ next: href, returnIndex: state.__TSR_index })
  }
  const common = {
    type: 'button',
    'aria-pressed': post.liked,
    'aria-disabled': isVisitor || undefined,
    onPointerEnter: isVisitor ? LoginToLikeDialog.preload : undefined,
    onClick: isVisitor ? askForLogin : () => void like(post).catch(onError),
  } as const
  return (
    <>
      {shape === 'detail' ? (
        <button {...common} className="btn btn-outline like-detail">
          <Heart className="icon" />
          좋아요 {post.like}
        </button>
      ) : (
        <button {...common} className="like" aria-label={`좋아요 ${post.like}`}>
          <CardIcon name="heart" />
          <span>{post.like}</span>
        </button>
      )}
      {isVisitor && <LoginToLikeDialog open={wayBack !== null} onClose={() => setWayBack(null)} wayBack={wayBack} />}
    </>
  )
}
