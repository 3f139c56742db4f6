import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { patchPost } from '../posts/queries/patch-post.ts'
import type { Comment, CommentPage } from './comments-query.ts'

type Comments = InfiniteData<CommentPage>

/** Puts a comment at the start of its post's list, unless the list has it, and counts it. */
export function showAdded(client: QueryClient, post: string, comment: Comment): void {
  const key = ['comments', post]
  const isKnown = client.getQueryData<Comments>(key)?.pages.some(({ data }) => data.some(({ id }) => id === comment.id))
  if (isKnown) return
  changeFirst(client, post, (page) => ({
    ...page,
    data: [comment, ...page.data],
    ...(comment.tasty && {
      tastyCount: page.tastyCount + 1,
      tastyAuthors: [comment.author, ...page.tastyAuthors].slice(0, 3),
    }),
  }))
  count(client, post, 1)
}

export function showEdited(client: QueryClient, post: string, comment: Comment): void {
  change(client, post, (comments) => comments.map((one) => (one.id === comment.id ? comment : one)))
}

export function showDeleted(client: QueryClient, post: string, { id, tasty, author }: Comment): void {
  change(client, post, (comments) => comments.filter((one) => one.id !== id))
  if (tasty) {
    changeFirst(client, post, (page) => ({
      ...page,
      tastyCount: Math.max(0, page.tastyCount - 1),
      tastyAuthors: page.tastyAuthors.filter(({ handle }) => handle !== author.handle),
    }))
  }
  count(client, post, -1)
}

function count(client: QueryClient, post: string, difference: 1 | -1): void {
  patchPost(client, post, ({ comments }) => ({ comments: Math.max(0, comments + difference) }))
}

function change(client: QueryClient, post: string, edit: (comments: Comment[]) => Comment[]): void {
  client.setQueryData<Comments>(
    ['comments', post],
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: edit(page.data) })) },
  )
}

function changeFirst(client: QueryClient, post: string, edit: (page: CommentPage) => CommentPage): void {
  client.setQueryData<Comments>(
    ['comments', post],
    (list) => list && { ...list, pages: list.pages.map((page, index) => (index === 0 ? edit(page) : page)) },
  )
}
