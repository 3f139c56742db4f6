import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { commentMessages, MOST_COUNTED_REPLIES } from '#rules/comment.ts'
import { sentenceOf } from '../failures.ts'
import { FieldError } from '../kit/field.tsx'
import { useRouterContext } from '../router-context.ts'
import { useViewer } from '../store/use-store.ts'
import { type Comment, findReply, loadReplies, type MoreReplies } from './comments-query.ts'
import type { Person } from './mention-list.tsx'

/** A comment and its replies, the oldest first; `first` is missing if the reader cannot see it. */
export type Thread = { id: string; first: Comment | undefined; replies: Comment[] }

export function threadsOf(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, Thread>()
  for (const comment of comments) {
    const id = comment.parent ?? comment.id
    const thread = threads.get(id) ?? { id, first: undefined, replies: [] }
    threads.set(id, thread)
    if (comment.parent === null) thread.first = comment
    else thread.replies.push(comment)
  }
  // An own reply may have been added before those between were loaded.
  for (const { replies } of threads.values()) replies.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  return [...threads.values()]
}

/** Members that comments of the post may name: its author and its commenters, the latest first, without the reader. */
export function usePeople(
  { user_id: handle, username }: { user_id: string; username: string },
  comments: readonly Comment[],
): Person[] {
  const viewer = useViewer()
  const people = new Map<string, Person>()
  for (const { author } of comments) people.set(author.handle, author)
  if (!people.has(handle)) people.set(handle, { handle, username, image: null })
  return [...people.values()].filter((person) => person.handle !== viewer?.jwt)
}

/** Loads the thread of the reply to which the address leads, such as that of a notification, if the list lacks it. */
export function useAskedReply(post: string, comments: readonly Comment[]): void {
  const context = useRouterContext()
  const hash = useLocation({ select: ({ hash }) => hash })
  const [, asked] = /^comment-(.+)$/.exec(hash) ?? []
  const isMissing = asked !== undefined && comments.length > 0 && !comments.some(({ id }) => id === asked)
  const find = useEffectEvent(async (id: string) => {
    const isFound = await findReply(context, post, id).catch(() => false)
    if (isFound) document.getElementById(hash)?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (isMissing && asked) void find(asked)
  }, [isMissing, asked])
}

/** In place of the first comment of a thread that goes on without it. */
export function GoneRow() {
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
