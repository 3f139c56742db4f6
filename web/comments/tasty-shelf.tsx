import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TASTY_TOO } from '#rules/comment.ts'
import { Avatar } from '../accounts/avatar.tsx'
import { LoginLink } from '../accounts/login-link.tsx'
import { useSignInAgain } from '../accounts/use-sign-in-again.ts'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { FieldError } from '../kit/field.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { usePostState } from '../reader/reader-store.ts'
import { useReaderContext } from '../reader/viewer.ts'
import { showAdded } from './comments-cache.ts'
import { addComment, type Comment, type CommentPage } from './comments-query.ts'

type TastyShelfProps = {
  post: string
  page: CommentPage | undefined
  /** Comments that are being deleted. */
  deleted: readonly Comment[]
}

/** Who found it tasty too, and the button that says so without a word. */
export function TastyShelf({ post, page, deleted }: TastyShelfProps) {
  const graphql = useGraphql()
  const client = useQueryClient()
  const { reader } = useReaderContext()
  const signInAgain = useSignInAgain()
  const { tasty = false } = usePostState(post)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const gone = deleted.filter((comment) => comment.tasty)
  const count = Math.max(0, (page?.tastyCount ?? 0) - gone.length)
  const authors = page?.tastyAuthors.filter(({ handle }) => !gone.some(({ author }) => author.handle === handle)) ?? []
  const isSaid = tasty && !gone.some(({ author }) => author.handle === reader.viewer?.jwt)

  const say = async () => {
    if (busy || isSaid) return
    setBusy(true)
    setFailure('')
    try {
      showAdded(client, post, await addComment(graphql, { post, text: '', tasty: true }))
      reader.setMark(post, 'tasty', true)
    } catch (error) {
      if (!signInAgain(error)) setFailure(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <>
      <div className="tasty">
        {authors.length > 0 && (
          <span className="tasty-people">
            {authors.map(({ handle, username, image }) => (
              <Avatar key={handle} name={username} image={image} size="s" />
            ))}
          </span>
        )}
        <p>
          {count > 0 ? (
            <>
              <b>{count}명</b>도 맛있었대요
            </>
          ) : (
            '맛있게 드셨나요?'
          )}
        </p>
        <button
          type="button"
          className="btn btn-outline btn-small for-members"
          data-post={post}
          name="tasty"
          aria-pressed={isSaid}
          aria-disabled={busy || isSaid || undefined}
          onClick={() => void say()}
          suppressHydrationWarning
        >
          {isSaid && <PageIcon name="check" className="icon icon-s" />}
          {TASTY_TOO}
        </button>
        <LoginLink className="btn btn-outline btn-small for-visitors">{TASTY_TOO}</LoginLink>
      </div>
      {failure && <FieldError live>{failure}</FieldError>}
    </>
  )
}
