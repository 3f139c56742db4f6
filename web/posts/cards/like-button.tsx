import { PageIcon } from '../../kit/page-icons.tsx'
import { usePostState } from '../../reader/reader-store.ts'
import { type Likeable, useLike } from './use-like.ts'
import { useLoginFirst } from './use-login-first.tsx'

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
  const login = useLoginFirst()
  const common = {
    type: 'button',
    // The page's first script finds the button by it.
    'data-post': post.id,
    'aria-pressed': liked,
    'aria-disabled': login.isVisitor || undefined,
    onPointerEnter: login.preload,
    onClick: () => login.isRefused() || void like(post).catch(onError),
    suppressHydrationWarning: true,
  } as const
  return (
    <>
      {shape === 'detail' ? (
        <button {...common} className="mark like-detail">
          <PageIcon name="heart" />
          좋아요 {post.like}
        </button>
      ) : (
        <button {...common} className="like" aria-label={`‘${post.title}’ 좋아요 ${post.like}`}>
          <PageIcon name="heart" />
          <span>{post.like}</span>
        </button>
      )}
      {login.dialog}
    </>
  )
}
