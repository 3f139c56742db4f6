import { Heart } from 'lucide-react'
import { type Likeable, useLike } from './use-like.ts'

type LikeButtonProps = {
  post: Likeable
  /** null: nobody is signed in, the heart cannot be pressed. */
  viewerHandle: string | null
  /** Told the sentence of a failure. */
  onError: (error: unknown) => void
  /** On a card, the heart and the number; on a post's own page a button with its word. */
  shape?: 'card' | 'detail'
}

/** The heart and its number; a visitor sees it and cannot press it. */
export function LikeButton({ post, viewerHandle, onError, shape = 'card' }: LikeButtonProps) {
  const like = useLike(viewerHandle)
  const common = {
    type: 'button',
    'aria-pressed': post.liked,
    disabled: viewerHandle === null,
    onClick: () => void like(post).catch(onError),
  } as const
  if (shape === 'detail') {
    return (
      <button {...common} className="btn btn-outline like-detail">
        <Heart className="icon" aria-hidden="true" />
        좋아요 {post.like}
      </button>
    )
  }
  return (
    <button {...common} className="like" aria-label={`좋아요 ${post.like}`}>
      <Heart className="icon" aria-hidden="true" />
      <span>{post.like}</span>
    </button>
  )
}
