import Flag from 'virtual:icon/flag'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { commentSchema, TASTY_TOO } from '#rules/comment.ts'
import { variantUrl } from '#rules/images.ts'
import { paths } from '#rules/paths.ts'
import { check } from '#rules/validate.ts'
import { Avatar } from '../accounts/avatar.tsx'
import { useSignInAgain } from '../accounts/expired-session.ts'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { MoreMenu } from '../kit/more-menu.tsx'
import { onDemand } from '../kit/on-demand.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { HiddenNote } from '../moderation/hidden-note.tsx'
import { ReportDialog } from '../moderation/report-button.tsx'
import type { PhotoViewerProps } from '../posts/photos/photo-viewer.tsx'
import { usePostState, useViewer } from '../reader/reader-store.ts'
import { Ago } from './ago.tsx'
import { CommentText } from './comment-form.tsx'
import { type Comment, editComment, showEdited } from './comments-query.ts'

const PhotoViewer = onDemand<PhotoViewerProps>(
  async () => (await import('../posts/photos/photo-viewer.tsx')).PhotoViewer,
)

type CommentRowProps = {
  post: { id: string; user_id: string }
  comment: Comment
  onDelete: (comment: Comment) => void
}

export function CommentRow({ post, comment, onDelete }: CommentRowProps) {
  const { author, text, createdAt, edited } = comment
  const [editing, setEditing] = useState(false)
  const viewer = useViewer()
  const isMine = viewer?.jwt === author.handle
  const [reporting, setReporting] = useState(false)
  const { mine: isOfOwnPost } = usePostState(post.id)
  const edit = { label: '수정', icon: <PageIcon name="pencil" />, onChoose: () => setEditing(true) }
  const remove = { label: '삭제', icon: <PageIcon name="trash" />, onChoose: () => onDelete(comment) }
  const report = { label: '신고', icon: <Flag className="icon" />, onChoose: () => setReporting(true) }
  const ofOthers = [...(isOfOwnPost ? [remove] : []), ...(viewer ? [report] : [])]
  const entries = isMine ? [...(text === '' ? [] : [edit]), remove] : ofOthers
  return (
    <li className="comment" id={`comment-${comment.id}`}>
      <Avatar name={author.username} image={author.image} />
      <div className="comment-body">
        <p className="comment-who">
          <Link to={paths.author} params={{ handle: author.handle }}>
            {author.username}
          </Link>
          {author.handle === post.user_id && <span className="comment-tag">글쓴이</span>}
          <Ago at={createdAt} />
          {edited && <span>수정됨</span>}
        </p>
        {editing ? (
          <CommentEditor post={post.id} comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <p className={text === '' ? 'comment-text comment-tasty' : 'comment-text'}>{text || TASTY_TOO}</p>
        )}
        <HiddenNote reason={comment.hiddenBecause} />
        {comment.image && <Photo image={comment.image} name={author.username} />}
      </div>
      {entries.length > 0 && !editing && <MoreMenu label={`${author.username} 님 댓글 메뉴`} entries={entries} />}
      <ReportDialog open={reporting} onClose={() => setReporting(false)} target={{ kind: 'comment', id: comment.id }} />
    </li>
  )
}

function Photo({ image: { url, info }, name }: { image: NonNullable<Comment['image']>; name: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  const [isOpen, setOpen] = useState(false)
  const alt = `${name} 님이 올린 사진`
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <a ref={link} href={url} className="comment-photo" onPointerEnter={PhotoViewer.preload} onClick={open}>
        <img
          src={variantUrl(url, 640) ?? url}
          alt={alt}
          loading="lazy"
          decoding="async"
          style={info ? { backgroundImage: `url("${info.placeholder}")` } : undefined}
        />
      </a>
      <PhotoViewer
        open={isOpen}
        onClose={() => setOpen(false)}
        photos={[{ url, info, alt }]}
        index={0}
        linkOf={() => link.current}
      />
    </>
  )
}

type CommentEditorProps = { post: string; comment: Comment; onDone: () => void }

/** In place of the text of one's own comment. */
function CommentEditor({ post, comment, onDone }: CommentEditorProps) {
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
      showEdited(client, post, await editComment(graphql, { id: comment.id, text: checked.value.text }))
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
