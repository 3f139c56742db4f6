import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ExecuteGraphql } from '../graphql.ts'
import { useGraphql } from '../kit/use-graphql.ts'
import { likePost } from './like-post.ts'
import { isPostQuery, patchLikes } from './patch-post.ts'

export type Likeable = { id: string; like: number; liked: boolean }

type Likes = { like: number; liked: boolean }

/** A like in flight: the server's last state, and the wanted one, which a second press changes. */
type PendingLike = { known: Likes; wanted: boolean }

const pendingLikes = new Map<string, PendingLike>()

/** Toggles a like for the signed-in person; rejects with the server's error. */
export function useLike(viewerHandle: string | null): (post: Likeable) => Promise<void> {
  const client = useQueryClient()
  const graphql = useGraphql()
  return async (post) => {
    if (viewerHandle !== null) await toggleLike(client, graphql, post, viewerHandle)
  }
}

/**
 * Toggles the viewer's like of a post: shown at once, corrected by the server's count, reverted on failure. While a
 * like is in flight, another press only changes the wanted state.
 * @throws the server's error
 */
export async function toggleLike(
  client: QueryClient,
  execute: ExecuteGraphql,
  { id, like, liked }: Likeable,
  jwt: string,
): Promise<void> {
  const travelling = pendingLikes.get(id)
  const trip = travelling ?? { known: { like, liked }, wanted: liked }
  trip.wanted = !trip.wanted
  pendingLikes.set(id, trip)
  show(client, id, trip)
  if (!travelling) await send(client, execute, id, trip, jwt)
}

function shown({ known, wanted }: PendingLike): Likes {
  const change = wanted === known.liked ? 0 : wanted ? 1 : -1
  return { liked: wanted, like: Math.max(0, known.like + change) }
}

/** Sends the wanted state until the server has the latest one. */
async function send(
  client: QueryClient,
  execute: ExecuteGraphql,
  id: string,
  trip: PendingLike,
  jwt: string,
): Promise<void> {
  try {
    while (trip.wanted !== trip.known.liked) {
      const liked = trip.wanted
      trip.known = { liked, like: await likePost(execute, { id, isLike: liked, jwt }) }
    }
  } finally {
    pendingLikes.delete(id)
    trip.wanted = trip.known.liked
    show(client, id, trip)
  }
}

/**
 * Updates the likes wherever the post is shown, and again when a query now in flight arrives: its data may be older
 * than the like, and a next page brings the earlier pages in the state they had when it was requested.
 */
function show(client: QueryClient, id: string, trip: PendingLike): void {
  const write = () => patchLikes(client, id, shown(trip))
  write()
  const reading = client
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ queryKey }) => isPostQuery(queryKey) })
  for (const { promise } of reading) void promise?.then(write, write)
}
