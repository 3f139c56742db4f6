import { graphql } from '../../graphql.ts'
import { useReaderContext } from '../../reader/viewer.ts'
import type { RouterContext } from '../../router-context.ts'
import { isPostQuery, patchLikes } from '../queries/patch-post.ts'

export type Likeable = { id: string; like: number }

type Likes = { like: number; liked: boolean }

/** A like in flight: the server's last state, and the wanted one, which a second press changes. */
type PendingLike = { known: Likes; wanted: boolean }

const pendingLikes = new Map<string, PendingLike>()

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'reader'>

export function useLike(): (post: Likeable) => Promise<void> {
  const context = useReaderContext()
  return (post) => toggleLike(context, post)
}

/**
 * Shows the like at once, then the server's count; reverts on failure. While one is in flight, a press only changes
 * what is wanted.
 * @throws the server's error
 */
export async function toggleLike(context: Context, { id, like }: Likeable): Promise<void> {
  const { viewer } = context.reader
  if (!viewer) return
  const { liked = false } = context.reader.post(id)
  const inFlight = pendingLikes.get(id)
  const pending = inFlight ?? { known: { like, liked }, wanted: liked }
  pending.wanted = !pending.wanted
  pendingLikes.set(id, pending)
  show(context, id, pending)
  if (!inFlight) await send(context, id, pending, viewer.jwt)
}

function shown({ known, wanted }: PendingLike): Likes {
  const change = wanted === known.liked ? 0 : wanted ? 1 : -1
  return { liked: wanted, like: Math.max(0, known.like + change) }
}

/** Sends the wanted state until the server has the latest one. */
async function send(context: Context, id: string, pending: PendingLike, handle: string): Promise<void> {
  try {
    while (pending.wanted !== pending.known.liked) {
      const liked = pending.wanted
      pending.known = { liked, like: (await likePost(context.graphql, { id, isLike: liked, jwt: handle })).count }
    }
  } finally {
    pendingLikes.delete(id)
    pending.wanted = pending.known.liked
    show(context, id, pending)
    // The likes of a place are the sum over its posts.
    void context.queryClient.invalidateQueries({ queryKey: ['place'] })
  }
}

/** Updates the likes wherever the post is shown, and again when a query now in flight brings older ones. */
function show({ queryClient, reader }: Context, id: string, pending: PendingLike): void {
  const write = () => {
    const { like, liked } = shown(pending)
    patchLikes(queryClient, id, like)
    reader.setMark(id, 'liked', liked)
  }
  write()
  const reading = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ queryKey }) => isPostQuery(queryKey) })
  for (const { promise } of reading) void promise?.then(write, write)
}

const likePost = graphql(/* GraphQL */ `
  mutation likePost($id: ID!, $isLike: Boolean!, $jwt: String!) {
    likePost(id: $id, isLike: $isLike, jwt: $jwt) { count }
  }
`)
