import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { CommentFragment, GetCommentsQuery } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql } from '../graphql.ts'
import type { ListedPost } from '../posts/queries/list-query.ts'
import type { RouterContext } from '../router-context.ts'
import { type Ref, refOf, type Store } from '../store/store.ts'

const comment = /* GraphQL */ `
  fragment Comment on Comment {
    id text tasty createdAt edited hiddenBecause parent
    mentions { name handle }
    image { url info { width height placeholder } }
    author { handle username image }
  }
`

const getComments = graphql(/* GraphQL */ `
  query getComments($post: ID!, $cursor: String) @kept {
    getComments(post: $post, cursor: $cursor) {
      data { ...Comment }
      more { parent count cursor }
      nextCursor tastyCount
      tastyAuthors { handle username image }
    }
  }
${comment}`)

const getReplies = graphql(/* GraphQL */ `
  query getReplies($parent: ID!, $cursor: String) @kept {
    getReplies(parent: $parent, cursor: $cursor) {
      data { ...Comment }
      more { parent count cursor }
    }
  }
${comment}`)

export const addComment = graphql(/* GraphQL */ `
  mutation addComment($post: ID!, $text: String!, $tasty: Boolean, $image: String, $key: ID, $parent: ID) {
    addComment(post: $post, text: $text, tasty: $tasty, image: $image, key: $key, parent: $parent) { ...Comment }
  }
${comment}`)

export const editComment = graphql(/* GraphQL */ `
  mutation editComment($id: ID!, $text: String!) { editComment(id: $id, text: $text) { ...Comment } }
${comment}`)

export const deleteComment = graphql(/* GraphQL */ `
  mutation deleteComment($id: ID!) { deleteComment(id: $id) { count } }
`)

export type Comment = CommentFragment
export type CommentPage = Omit<GetCommentsQuery['getComments'], 'data'> & { data: readonly Ref<Comment>[] }
/** A thread with replies that are not loaded: their number, and the cursor to load them. */
export type MoreReplies = CommentPage['more'][number]

export function commentsQuery(execute: ExecuteGraphql, post: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', post],
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> => {
      const page = await getComments(execute, { post, cursor: pageParam }, { signal })
      return { ...page, data: page.data.map(refOf) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

type Comments = InfiniteData<CommentPage>

type Context = Pick<RouterContext, 'queryClient' | 'store'>

/** Adds a new comment to the start of its post's loaded list, or a reply to the end of its thread, and to the post's count. */
export function showAddedComment(context: Context, post: string, added: Comment): void {
  const { queryClient, store } = context
  const { id, tasty, author, parent } = added
  const list = queryClient.getQueryData<Comments>(['comments', post])
  if (list?.pages.some(({ data }) => data.includes(id))) return
  const tastyToo = (page: CommentPage) => ({
    tastyCount: page.tastyCount + 1,
    tastyAuthors: [author, ...page.tastyAuthors].slice(0, 3),
  })
  changePages(queryClient, post, (page, index) => {
    const first = index === 0 ? [id, ...page.data] : page.data
    const data = parent === null ? first : withReplies(store, page.data, parent, [id])
    return { ...page, data, ...(tasty && index === 0 && tastyToo(page)) }
  })
  count(store, post, 1)
}

type Loaded = { first: string | undefined; more: MoreReplies | null }

/** Loads further replies of a thread into the list. @returns the first one's id, and the cursor of those after them */
export async function loadReplies(
  { queryClient, store, graphql }: Context & Pick<RouterContext, 'graphql'>,
  post: string,
  from: { parent: string; cursor: string | null },
): Promise<Loaded> {
  const { data, more } = await getReplies(graphql, from)
  const replies = data.map(refOf)
  const thread = data[0]?.parent ?? from.parent
  changePages(queryClient, post, (page) => ({
    ...page,
    data: withReplies(store, page.data, thread, replies),
    more: page.more.flatMap((one) => (one.parent === thread ? (more ?? []) : one)),
  }))
  return { first: replies[0], more }
}

/** Maximum number of pages of a thread that are loaded to find one reply. */
const MOST_PAGES = 5

/** Loads pages of a reply's thread until they include the reply. @returns whether it was found */
export async function loadUntilReply(
  context: Context & Pick<RouterContext, 'graphql'>,
  post: string,
  id: string,
): Promise<boolean> {
  let from: { parent: string; cursor: string | null } | null = { parent: id, cursor: null }
  for (let pages = 0; from && pages < MOST_PAGES; pages++) {
    from = (await loadReplies(context, post, from)).more
    const list = context.queryClient.getQueryData<Comments>(['comments', post])
    if (list?.pages.some(({ data }) => data.includes(id))) return true
  }
  return false
}

/** Inserts replies after the last one of their thread, if the page contains the thread. */
function withReplies(
  store: Store,
  data: readonly Ref<Comment>[],
  thread: string,
  replies: readonly Ref<Comment>[],
): readonly Ref<Comment>[] {
  const last = data.findLastIndex((id) => (store.get('comment', id)?.parent ?? id) === thread)
  return last < 0 ? data : data.toSpliced(last + 1, 0, ...replies.filter((id) => !data.includes(id)))
}

export function removeCommentFromList(
  { queryClient, store }: Context,
  post: string,
  { id, tasty, author }: Comment,
): void {
  changePages(queryClient, post, (page, index) => ({
    ...page,
    data: page.data.filter((one) => one !== id),
    ...(tasty &&
      index === 0 && {
        tastyCount: Math.max(0, page.tastyCount - 1),
        tastyAuthors: page.tastyAuthors.filter(({ handle }) => handle !== author.handle),
      }),
  }))
  count(store, post, -1)
}

function count(store: Store, post: string, difference: 1 | -1): void {
  store.change<ListedPost>('post', post, ({ comments }) => ({ comments: Math.max(0, comments + difference) }))
}

function changePages(client: QueryClient, post: string, change: (page: CommentPage, index: number) => CommentPage) {
  client.setQueryData<Comments>(['comments', post], (list) => list && { ...list, pages: list.pages.map(change) })
}
