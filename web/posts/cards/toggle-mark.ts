import { graphql } from '../../graphql.ts'
import type { RouterContext } from '../../router-context.ts'
import { isPostQuery, patchPost } from '../queries/patch-post.ts'

export type Mark = 'liked' | 'wanted' | 'been'

/** `like` is the number of likes; the other marks show none. */
type State = { on: boolean; like: number }

/** A mark in flight: the server's last state, and the one to reach, which a second press changes. */
type Pending = { known: State; goal: boolean }

const inFlight = new Map<string, Pending>()

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'reader'>

/**
 * Shows the mark at once, then the server's count of likes; reverts on failure. While one is in flight, a press only
 * changes the goal, which the running call sends.
 * @returns whether the mark is set at the end; undefined for a visitor, and for a press that only changed the goal
 * @throws the server's error
 */
export async function toggleMark(
  context: Context,
  { id, like = 0 }: { id: string; like?: number },
  mark: Mark,
): Promise<boolean | undefined> {
  const { viewer } = context.reader
  if (!viewer) return
  const key = `${mark} ${id}`
  const { [mark]: on = false } = context.reader.post(id)
  const running = inFlight.get(key)
  const pending = running ?? { known: { on, like }, goal: on }
  pending.goal = !pending.goal
  show(context, id, mark, pending)
  if (running) return
  inFlight.set(key, pending)
  try {
    // Until the server has the latest one.
    while (pending.goal !== pending.known.on) {
      const on = pending.goal
      pending.known = { on, like: await send(context, { id, mark, on, jwt: viewer.jwt }) }
    }
  } finally {
    inFlight.delete(key)
    pending.goal = pending.known.on
    show(context, id, mark, pending)
    // 내 맛집 is loaded again when it is next shown.
    void context.queryClient.invalidateQueries({ queryKey: ['saved'], refetchType: 'none' })
    // A place tells how many likes its posts have, and how many people have been there.
    for (const key of ['saved_counts', 'place']) void context.queryClient.invalidateQueries({ queryKey: [key] })
  }
  return pending.known.on
}

/** Shows the mark wherever the post is, and again when a query now in flight brings older data. */
function show({ queryClient, reader }: Context, id: string, mark: Mark, { known, goal }: Pending): void {
  const write = () => {
    const change = Number(goal) - Number(known.on)
    if (mark === 'liked') patchPost(queryClient, id, () => ({ like: Math.max(0, known.like + change) }))
    reader.setMark(id, mark, goal)
  }
  write()
  const reading = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ queryKey }) => isPostQuery(queryKey) })
  for (const { promise } of reading) void promise?.then(write, write)
}

type Sent = { id: string; mark: Mark; on: boolean; jwt: string }

async function send(context: Context, { id, mark, on, jwt }: Sent): Promise<number> {
  const sent =
    mark === 'liked'
      ? likePost(context.graphql, { id, isLike: on, jwt }, { reader: jwt })
      : savePost(context.graphql, { post: id, list: mark === 'wanted' ? 'want' : 'been', saved: on }, { reader: jwt })
  return (await sent).count
}

const likePost = graphql(/* GraphQL */ `
  mutation likePost($id: ID!, $isLike: Boolean!, $jwt: String!) {
    likePost(id: $id, isLike: $isLike, jwt: $jwt) { count }
  }
`)

const savePost = graphql(/* GraphQL */ `
  mutation savePost($post: ID!, $list: SaveList!, $saved: Boolean!) {
    savePost(post: $post, list: $list, saved: $saved) { count }
  }
`)
