import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { commentMessages, MOST_COUNTED_REPLIES } from '#rules/comment.ts'
import { sentenceOf } from '../failures.ts'
import { FieldError } from '../kit/field.tsx'
import { useRouterContext } from '../router-context.ts'
import { useViewer } from '../store/use-store.ts'
import { type Comment, loadReplies, loadUntilReply, type MoreReplies } from './comments-query.ts'
import type { Mentionable } from './mention-list.tsx'

/** A comment and its replies, the oldest first; `first` is missing if the reader cannot see it. */
export type Thread = { id: string; first: Comment | undefined; replies: Comment[] }

export function groupIntoThreads(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, Thread>()
  for (const comment of comments) {
    const id = comment.parent ?? comment.id
    const thread = threads.get(id) ?? { id, first: undefined, replies: [] }
    threads.set(id, thread)
    if (comment.parent === null) thread.first = comment
    else thread.replies.push(comment)
  }
  // A reply that the reader has just written may precede older ones that were loaded after it.
  for (const { replies } of threads.values()) replies.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  return [...threads.values()]
}

/** Members that comments of the post may name: its commenters, the latest first, and its author, without the reader. */
export function useMentionable(
  { user_id: handle, username }: { user_id: string; username: string },
  comments: readonly Comment[],
): Mentionable[] {
  const viewer = useViewer()
  const people = new Map<string, Mentionable>()
  for (const { author } of comments) people.set(author.handle, author)
  if (!people.has(handle)) people.set(handle, { handle, username, image: null })
  return [...people.values()].filter((person) => person.handle !== viewer?.jwt)
}

/** Loads the reply that the URL's fragment names, such as in a notification's link, if the list does not contain it. */
export function useLinkedReply(post: string, comments: readonly Comment[]): void {
  const context = useRouterContext()
  const hash = useLocation({ select: ({ hash }) => hash })
  const [, asked] = /^comment-(.+)$/.exec(hash) ?? []
  const isMissing = asked !== undefined && comments.length > 0 && !comments.some(({ id }) => id === asked)
  const find = useEffectEvent(async (id: string) => {
    const isFound = await loadUntilReply(context, post, id).catch(() => false)
    if (isFound) document.getElementById(hash)?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (isMissing && asked) void find(asked)
  }, [isMissing, asked])
}

/** Row in place of a thread's first comment that is deleted or hidden from the reader, above its replies. */
export function MissingCommentRow() {
  return (
    <li className="comment comment-gone">
      <p>{commentMessages.gone}</p>
    </li>
  )
}

export function MoreRepliesRow({ post, more }: { post: string; more: MoreReplies | undefined }) {
  const context = useRouterContext()
  const loading = useMutation({
    mutationFn: (wanted: MoreReplies) => loadReplies(context, post, wanted),
    onSuccess: ({ first }) => document.querySelector<HTMLElement>(`#comment-${first} .comment-who a`)?.focus(),
  })
  if (!more) return null
  const isMany = more.count === MOST_COUNTED_REPLIES
  return (
    <li className="comment-more">
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-disabled={loading.isPending || undefined}
        onClick={() => loading.isPending || loading.mutate(more)}
      >
        {loading.isPending ? '불러오는 중…' : `답글 ${more.count}개 ${isMany ? '이상 ' : ''}더 보기`}
      </button>
      {loading.error && <FieldError live>{sentenceOf(loading.error, '답글을 불러오지 못했어요.')}</FieldError>}
    </li>
  )
}
