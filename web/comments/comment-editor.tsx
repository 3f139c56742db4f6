import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { commentSchema } from '#rules/comment.ts'
import { check } from '#rules/validate.ts'
import { useSignInAgain } from '../accounts/use-sign-in-again.ts'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { CommentText } from './comment-text.tsx'
import { showEdited } from './comments-cache.ts'
import { type Comment, editComment } from './comments-query.ts'

type CommentEditorProps = { post: string; comment: Comment; onDone: () => void }

/** In place of the text of one's own comment. */
export function CommentEditor({ post, comment, onDone }: CommentEditorProps) {
  const id = useId()
  const graphql = useGraphql()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const [text, setText] = useState(comment.text)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (busy) return
    const checked = check(commentSchema, { text })
    if (!checked.ok) return setError(checked.fields[0]?.message ?? '')
    setBusy(true)
    setError('')
    try {
      showEdited(client, post, await editComment(graphql, comment.id, checked.value.text))
      onDone()
    } catch (failure) {
      setBusy(false)
      if (!signInAgain(failure)) setError(sentenceOf(failure))
    }
  }
  return (
    <form
      method="post"
      noValidate
      className="comment-editor"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <CommentText
        id={`${id}-text`}
        label="댓글 수정"
        text={text}
        error={error || undefined}
        value={text}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="comment-editor-tools">
        <button type="button" className="btn btn-quiet btn-small" onClick={onDone}>
          취소
        </button>
        <button type="submit" className="btn btn-primary btn-small" aria-disabled={busy || undefined}>
          {busy ? '저장하는 중…' : '저장'}
        </button>
      </div>
    </form>
  )
}
