import Heart from 'virtual:icon/heart'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { onDemand } from '../../kit/on-demand.tsx'
import { usePostState, useViewer } from '../../reader/reader-store.ts'
import { useReaderContext } from '../../reader/viewer.ts'
import { CardIcon } from './card-icons.tsx'
import type { WayBack } from './login-to-like-dialog.tsx'
import { type Likeable, useLike } from './use-like.ts'

const LoginToLikeDialog = onDemand(async () => (await import('./login-to-like-dialog.tsx')).LoginToLikeDialog)

type LikeButtonProps = {
  post: Likeable & { title: string }
  onError: (error: unknown) => void
  /** On a card a heart and the number; on the post's page a labelled button. */
  shape?: 'card' | 'detail'
}

/** The heart and the number of likes. A visitor can focus and press it too, and is then asked to log in. */
export function LikeButton({ post, onError, shape = 'card' }: LikeButtonProps) {
  const like = useLike()
  const { liked = false } = usePostState(post.id)
  const router = useRouter()
  const [wayBack, setWayBack] = useState<WayBack | null>(null)
  const isVisitor = useViewer() === null
  const { reader } = useReaderContext()
  const askForLogin = () => {
    const { href, state } = router.latestLocation
    setWayBack({ next: href, returnIndex: state.__TSR_index })
  }
  const common = {
    type: 'button',
    // The page's first script finds the button by it.
    'data-post': post.id,
    'aria-pressed': liked,
    'aria-disabled': isVisitor || undefined,
    onPointerEnter: isVisitor ? LoginToLikeDialog.preload : undefined,
    // Asked at the press, because a page that hydrates does not know its reader yet.
    onClick: () => (reader.viewer ? void like(post).catch(onError) : askForLogin()),
    suppressHydrationWarning: true,
  } as const
  return (
    <>
      {shape === 'detail' ? (
        <button {...common} className="btn btn-outline like-detail">
          <Heart className="icon" />
          좋아요 {post.like}
        </button>
      ) : (
        <button {...common} className="like" aria-label={`‘${post.title}’ 좋아요 ${post.like}`}>
          <CardIcon name="heart" />
          <span>{post.like}</span>
        </button>
      )}
      {isVisitor && <LoginToLikeDialog open={wayBack !== null} onClose={() => setWayBack(null)} wayBack={wayBack} />}
    </>
  )
}
