import { useState } from 'react'
import { PageIcon } from '../../kit/page-icons.tsx'
import { usePostState } from '../../reader/reader-store.ts'
import { useReaderContext } from '../../reader/viewer.ts'
import { toggleMark } from './toggle-mark.ts'
import { useLoginFirst } from './use-login-first.tsx'

type LikeButtonProps = {
  post: { id: string; title: string; like: number }
  onError: (error: unknown) => void
  /** On a card a heart and the number; on the post's page a labelled button. */
  shape?: 'card' | 'detail'
}

/** The heart and the number of likes. A visitor can focus and press it too, and is then asked to log in. */
export function LikeButton({ post, onError, shape = 'card' }: LikeButtonProps) {
  const context = useReaderContext()
  const { liked = false } = usePostState(post.id)
  const login = useLoginFirst()
  const [isNew, setNew] = useState(false)
  const press = () => {
    if (login.isRefused()) return
    setNew(true)
    void toggleMark(context, post, 'liked').catch(onError)
  }
  // Of another number it is another element, which rolls in.
  const count = <span key={post.like}>{post.like}</span>
  const common = {
    type: 'button',
    // The page's first script finds the button by it.
    'data-post': post.id,
    'aria-pressed': liked,
    'aria-disabled': login.isVisitor || undefined,
    onPointerEnter: login.preload,
    'data-new': isNew || undefined,
    onClick: press,
    suppressHydrationWarning: true,
  } as const
  return (
    <>
      {shape === 'detail' ? (
        <button {...common} className="mark like-detail">
          <PageIcon name="heart" />
          <span>좋아요 {count}</span>
        </button>
      ) : (
        <button {...common} className="like" aria-label={`‘${post.title}’ 좋아요 ${post.like}`}>
          <PageIcon name="heart" />
          {count}
        </button>
      )}
      {login.dialog}
    </>
  )
}
