import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, Fragment, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { commentSchema, TASTY_TOO_TEXT } from '#rules/comment.ts'
import { webpUrl } from '#rules/images.ts'
import { findMentions } from '#rules/mentions.ts'
import { paths } from '#rules/paths.ts'
import { validateInput } from '#rules/validate.ts'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { Flag } from '../kit/icons.gen.ts'
import { MoreMenu } from '../kit/more-menu.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { HiddenNotice, ReportDialog } from '../moderation/report-button.tsx'
import { usePhotoViewer } from '../posts/photos/use-photo-viewer.tsx'
import { usePostState, useViewer } from '../store/use-store.ts'
import { CommentField } from './comment-field.tsx'
import { LoginLink, MemberCommentForm } from './comment-form.tsx'
import { CommentFrame } from './comment-frame.tsx'
import { type Comment, editComment } from './comments-query.ts'
import type { Mentionable } from './mention-list.tsx'

type CommentRowProps = {
  post: { id: string; user_id: string }
  comment: Comment
  /** Members that a comment's text may name after an '@'. */
  people: readonly Mentionable[]
  onDelete: (comment: Comment) => void
  onEdited: () => void
  onReplied: (added: Comment) => void
}

/** A comment, or an indented reply, and the form of a reply to it. */
export function CommentRow({ post, comment, people, onDelete, onEdited, onReplied }: CommentRowProps) {
  const { author, text, edited } = comment
  const [editing, setEditing] = useState(false)
  const [replying, setReplying] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  /** Closes the editor and focuses the row's menu, which was hidden meanwhile. */
  const endEditing = () => {
    flushSync(() => setEditing(false))
    row.current?.querySelector<HTMLElement>('.more > button')?.focus()
  }
  /** Closes the reply form and focuses the button that opened it. */
  const endReplying = () => {
    flushSync(() => setReplying(false))
    row.current?.querySelector<HTMLElement>('button.comment-reply')?.focus()
  }
  const viewer = useViewer()
  const isMine = viewer?.jwt === author.handle
  const [reporting, setReporting] = useState(false)
  const { mine: isOfOwnPost } = usePostState(post.id)
  const edit = { label: '수정', icon: <PageIcon name="pencil" />, onChoose: () => setEditing(true) }
  const remove = { label: '삭제', icon: <PageIcon name="trash-2" />, onChoose: () => onDelete(comment) }
  const report = { label: '신고', icon: <Flag className="icon" />, onChoose: () => setReporting(true) }
  const ofOthers = [...(isOfOwnPost ? [remove] : []), ...(viewer ? [report] : [])]
  const entries = isMine ? [...(text === '' ? [] : [edit]), remove] : ofOthers
  const canReply = !editing && !comment.hiddenBecause
  return (
    <>
      <li ref={row} className={comment.parent ? 'comment comment-of-thread' : 'comment'} id={`comment-${comment.id}`}>
        <CommentFrame
          comment={comment}
          tag={
            <>
              {author.handle === post.user_id && <span className="comment-tag">작성자</span>}
              {comment.parent && <span className="sr-only">답글</span>}
            </>
          }
          note={edited && <span>수정됨</span>}
        >
          {editing ? (
            <CommentEditor comment={comment} people={people} onEdited={onEdited} onDone={endEditing} />
          ) : (
            <p className={text === '' ? 'comment-text comment-tasty' : 'comment-text'}>
              {text === '' ? TASTY_TOO_TEXT : <TextWithMentions comment={comment} />}
            </p>
          )}
          <HiddenNotice reason={comment.hiddenBecause} />
          {comment.image && <Photo image={comment.image} name={author.username} />}
          {canReply && (
            <>
              <button
                type="button"
                className="comment-reply for-members"
                aria-expanded={replying}
                aria-label={`${author.username} 님 댓글에 답글`}
                onClick={() => setReplying(!replying)}
              >
                답글
              </button>
              <LoginLink className="comment-reply for-visitors">답글</LoginLink>
            </>
          )}
        </CommentFrame>
        {entries.length > 0 && !editing && <MoreMenu label={`${author.username} 님 댓글 메뉴`} entries={entries} />}
        <ReportDialog
          open={reporting}
          onClose={() => setReporting(false)}
          target={{ kind: 'comment', id: comment.id }}
        />
      </li>
      {replying && (
        <li className="comment-answer">
          <MemberCommentForm
            post={post.id}
            people={people}
            reply={{ parent: comment.id, prefilled: isMine ? '' : `@${author.username} `, onClose: endReplying }}
            onAdded={(added) => {
              endReplying()
              onReplied(added)
            }}
          />
        </li>
      )}
    </>
  )
}

/** Text of a comment, in which named nicknames are links to their members' pages. */
function TextWithMentions({ comment: { text, mentions } }: { comment: Comment }) {
  const handles = new Map(mentions.map(({ name, handle }) => [name, handle]))
  let end = 0
  const parts = findMentions(text, [...handles.keys()]).map(({ name, from, to }) => {
    const before = text.slice(end, from)
    end = to
    return (
      <Fragment key={from}>
        {before}
        <Link to={paths.author} params={{ handle: handles.get(name) ?? '' }} className="comment-mention">
          @{name}
        </Link>
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

function Photo({ image: { url, info }, name }: { image: NonNullable<Comment['image']>; name: string }) {
  const link = useRef<HTMLAnchorElement>(null)
  const alt = `${name} 님이 올린 사진`
  const { linkTo, viewer } = usePhotoViewer({ photos: [{ url, info, alt }], linkOf: () => link.current })
  return (
    <>
      <a ref={link} href={url} className="comment-photo" {...linkTo(0)}>
        <img
          src={webpUrl(url, 640) ?? url}
          alt={alt}
          loading="lazy"
          decoding="async"
          style={info ? { backgroundImage: `url("${info.placeholder}")` } : undefined}
        />
      </a>
      {viewer}
    </>
  )
}

type CommentEditorProps = Pick<CommentRowProps, 'comment' | 'people' | 'onEdited'> & { onDone: () => void }

/** Form that replaces the text of one's own comment. It has no draft, so an expired session does not redirect to the login. */
function CommentEditor({ comment, people, onEdited, onDone }: CommentEditorProps) {
  const id = useId()
  const graphql = useGraphql()
  const [text, setText] = useState(comment.text)
  const [fault, setFault] = useState('')
  const saving = useMutation({
    mutationFn: (changed: string) => editComment(graphql, { id: comment.id, text: changed }),
    onSuccess: () => {
      onEdited()
      onDone()
    },
  })
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A script, such as a browser extension, may have filled in the field without an event.
    const checked = validateInput(commentSchema, { text: String(new FormData(event.currentTarget).get('text') ?? '') })
    setFault(checked.ok ? '' : (checked.fields[0]?.message ?? ''))
    if (checked.ok && !saving.isPending) saving.mutate(checked.value.text)
  }
  return (
    <form method="post" noValidate className="comment-editor" onSubmit={save}>
      <CommentField
        id={`${id}-text`}
        label="댓글 수정"
        text={text}
        error={fault || sentenceOf(saving.error) || undefined}
        name="text"
        value={text}
        autoFocus
        people={people}
        onText={setText}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="comment-editor-tools">
        <button type="button" className="btn btn-quiet btn-small" onClick={onDone}>
          취소
        </button>
        <button type="submit" className="btn btn-primary btn-small" aria-disabled={saving.isPending || undefined}>
          {saving.isPending ? '저장하는 중…' : '저장'}
        </button>
      </div>
    </form>
  )
}
