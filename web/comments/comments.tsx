import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import { sentenceOf } from '../failures.ts'
import { Drawing } from '../kit/empty-state.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { useRouterContext } from '../router-context.ts'
import { deleteLater } from '../store/delete-later.ts'
import { CommentForm, LoginLink } from './comment-form.tsx'
import { CommentRow } from './comment-row.tsx'
import {
  addComment,
  type Comment,
  type CommentPage,
  commentsQuery,
  deleteComment,
  removeCommentFromList,
  showAddedComment,
} from './comments-query.ts'
import { groupIntoThreads, MissingCommentRow, MoreRepliesRow, useLinkedReply, useMentionable } from './threads.tsx'
import './comments.css'
import { TASTY_TOO_TEXT } from '#rules/comment.ts'
import { useSignInAgain } from '../accounts/expired-session.ts'
import { Avatar } from '../kit/avatar.tsx'
import { FieldError } from '../kit/field.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { useDeletedNames, useLoadedComments, usePostState, useViewer } from '../store/use-store.ts'

type CommentsProps = { post: { id: string; user_id: string; username: string; comments: number } }

export function Comments({ post }: CommentsProps) {
  const context = useRouterContext()
  const { graphql, store } = context
  const list = useInfiniteQuery(commentsQuery(graphql, post.id))
  const deleted = useDeletedNames()
  const [said, setSaid] = useState('')
  // Screen readers announce only changed text, so a repeated sentence gets an invisible space.
  const say = (text: string) => setSaid((before) => (before === text ? `${text}\u00A0` : text))
  const all = useLoadedComments(list.data?.pages.flatMap(({ data }) => data) ?? [])
  const shown = all.filter(({ id }) => !deleted.has(nameOf(id)))
  const threads = groupIntoThreads(shown)
  const praise = threads.flatMap(({ first, replies }) =>
    first && isPraise(first) && replies.length === 0 ? first : [],
  )
  const { isOpen, toggle } = usePraise(praise)
  const total = Math.max(shown.length, post.comments - (all.length - shown.length))
  const more = list.data?.pages.flatMap((page) => page.more) ?? []
  const behind = more.reduce((sum, { count }) => sum + count, 0)
  const left = Math.max(0, total - shown.length - behind)
  const people = useMentionable(post, shown)
  useLinkedReply(post.id, all)
  const remove = (comment: Comment) => {
    const asker = store.viewer?.jwt
    leaveRow(comment.id)
    deleteLater(store, {
      name: nameOf(comment.id),
      done: '댓글을 삭제했어요.',
      send: () => deleteComment(graphql, { id: comment.id }, { reader: asker }),
      onGone: () => {
        removeCommentFromList(context, post.id, comment)
        if (comment.tasty && comment.author.handle === store.viewer?.jwt)
          store.setMark(`post ${post.id}`, 'tasty', false)
      },
      focusWhenBack: `#comment-${comment.id} .more > button`,
    })
  }
  const row = (comment: Comment) => (
    <CommentRow
      key={comment.id}
      post={post}
      comment={comment}
      people={people}
      onDelete={remove}
      onEdited={() => say('댓글을 수정했어요.')}
      onReplied={() => say('답글을 남겼어요.')}
    />
  )
  return (
    <section id="comments" className="comments" aria-labelledby="comments-title" tabIndex={-1}>
      <div className="section-head">
        <h2 id="comments-title" tabIndex={-1}>
          댓글 <small>{total}</small>
        </h2>
      </div>
      <TastySummary
        post={post.id}
        page={list.data?.pages[0]}
        deleted={all.filter(({ id }) => deleted.has(nameOf(id)))}
        isOpen={isOpen}
        onToggle={praise.length > 0 ? toggle : null}
      />
      <p className="sr-only" role="status">
        {said}
      </p>
      <CommentForm post={post.id} people={people} onAdded={() => say('댓글을 남겼어요.')} />
      {list.data && total === 0 && (
        <div className="comments-empty">
          <Drawing name="talk" isSmall />
          <p className="for-author">다녀온 이웃의 이야기가 여기에 모여요</p>
          <p className="for-others">가 보셨다면 첫 이야기를 들려 주세요</p>
        </div>
      )}
      <ul>
        {threads.map(({ id, first, replies }) => (
          <Fragment key={id}>
            {first ? !isOpen && praise.includes(first) ? null : row(first) : <MissingCommentRow />}
            {replies.map(row)}
            <MoreRepliesRow post={post.id} more={more.find(({ parent }) => parent === id)} />
          </Fragment>
        ))}
      </ul>
      <MoreButton list={list} failure="댓글을 불러오지 못했어요.">
        {`댓글 ${left > 0 ? `${left}개 ` : ''}더 보기`}
      </MoreButton>
    </section>
  )
}

/** Whether a comment says only '저도 맛있었어요', which is a press without text. */
const isPraise = ({ text }: Comment) => text === ''

/** Whether comments of praise are listed one by one, as when the URL's fragment names one, or folded into one sentence. */
function usePraise(praise: readonly Comment[]) {
  const [isOpen, setOpen] = useState(false)
  const hash = useLocation({ select: ({ hash }) => hash })
  const isAsked = praise.some(({ id }) => hash === `comment-${id}`)
  useEffect(() => {
    if (isAsked) setOpen(true)
  }, [isAsked])
  useEffect(() => {
    if (isAsked && isOpen) document.getElementById(hash)?.scrollIntoView()
  }, [isAsked, isOpen, hash])
  return { isOpen, toggle: () => setOpen(!isOpen) }
}

function leaveRow(id: string): void {
  const row = document.getElementById(`comment-${id}`)
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling]
  const menus = neighbours.map((near) => near?.querySelector<HTMLElement>('.more > button'))
  const next = menus.find(Boolean) ?? document.getElementById('comments-title')
  next?.focus()
}

const nameOf = (id: string) => `comment ${id}` as const

type TastySummaryProps = {
  post: string
  page: CommentPage | undefined
  deleted: readonly Comment[]
  isOpen: boolean
  /** Null if there is no praise to unfold. */
  onToggle: (() => void) | null
}

function TastySummary({ post, page, deleted, isOpen, onToggle }: TastySummaryProps) {
  const context = useRouterContext()
  const { graphql, store } = context
  const viewer = useViewer()
  const signInAgain = useSignInAgain()
  const { tasty = false } = usePostState(post)
  const gone = deleted.filter((comment) => comment.tasty)
  const count = Math.max(0, (page?.tastyCount ?? 0) - gone.length)
  const authors = page?.tastyAuthors.filter(({ handle }) => !gone.some(({ author }) => author.handle === handle)) ?? []
  const isSaid = tasty && !gone.some(({ author }) => author.handle === store.viewer?.jwt)

  const say = useMutation({
    mutationFn: () => addComment(graphql, { post, text: '', tasty: true }),
    onSuccess: (added) => {
      showAddedComment(context, post, added)
      store.setMark(`post ${post}`, 'tasty', true)
    },
    onError: (error) => {
      if (signInAgain(error)) say.reset()
    },
  })
  const sentence =
    isSaid && count === 1 ? (
      '맛있었다고 남기셨어요'
    ) : count > 0 ? (
      <Praised
        name={(authors.find(({ handle }) => handle !== viewer?.jwt) ?? authors[0])?.username}
        others={count - 1}
      />
    ) : (
      <>
        <span className="for-author">맛있었다는 이웃이 여기에 보여요.</span>
        <span className="for-others">맛있게 드셨나요?</span>
      </>
    )
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
          {onToggle && count > 0 ? (
            <button type="button" className="tasty-toggle" aria-expanded={isOpen} onClick={onToggle}>
              <span>{sentence}</span>
              <PageIcon name="chevron-down" className="icon icon-s" />
            </button>
          ) : (
            sentence
          )}
        </p>
        <button
          type="button"
          className="btn btn-outline btn-small for-members for-others"
          data-post={post}
          name="tasty"
          aria-pressed={isSaid}
          aria-disabled={say.isPending || isSaid || undefined}
          onClick={() => say.isPending || isSaid || say.mutate()}
          suppressHydrationWarning
        >
          <PageIcon name="check" className="icon icon-s" />
          {TASTY_TOO_TEXT}
        </button>
        <LoginLink className="btn btn-outline btn-small for-visitors">{TASTY_TOO_TEXT}</LoginLink>
      </div>
      {say.error && <FieldError live>{sentenceOf(say.error)}</FieldError>}
    </>
  )
}

function Praised({ name, others }: { name: string | undefined; others: number }) {
  if (name === undefined) return `${others + 1}명도 맛있었대요`
  if (others === 0) return `${name}님도 맛있었대요`
  return (
    <>
      {name}님 외 <b>{others}명</b>도 맛있었대요
    </>
  )
}
