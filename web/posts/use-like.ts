import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ExecuteGraphql } from '../graphql.ts'
import { useGraphql } from '../kit/use-graphql.ts'
import { likePost } from './like-post.ts'
import { patchLikes, showsPosts } from './patch-post.ts'

export type Likeable = { id: string; like: number; liked: boolean }

type Likes = { like: number; liked: boolean }

/** A like in flight: the server's last state, and the wanted one, which a second press changes. */
type Trip = { known: Likes; wanted: boolean }

const trips = new Map<string, Trip>()

/** What a press on the heart does, for the signed-in person; rejects with what the server said. */
export function useLike(viewerHandle: string | null): (post: Likeable) => Promise<void> {
  const client = useQueryClient()
  const graphql = useGraphql()
  return async (post) => {
    if (viewerHandle !== null) await toggleLike(client, graphql, post, viewerHandle)
  }
}

/**
 * Turns the viewer's like of a post over: shown at once, settled by the server's count, taken back when it fails. While a
 * like is on its way, another press only changes what is wanted.
 * @throws what the server said
 */
export async function toggleLike(
  client: QueryClient,
  execute: ExecuteGraphql,
  { id, like, liked }: Likeable,
  jwt: string,
): Promise<void> {
  const travelling = trips.get(id)
  const trip = travelling ?? { known: { like, liked }, wanted: liked }
  trip.wanted = !trip.wanted
  trips.set(id, trip)
  show(client, id, trip)
  if (!travelling) await send(client, execute, id, trip, jwt)
}

function shown({ known, wanted }: Trip): Likes {
  const change = wanted === known.liked ? 0 : wanted ? 1 : -1
  return { liked: wanted, like: Math.max(0, known.like + change) }
}

/** Sends the wanted state until the server has the latest one. */
async function send(client: QueryClient, execute: ExecuteGraphql, id: string, trip: Trip, jwt: string): Promise<void> {
  try {
    while (trip.wanted !== trip.known.liked) {
      const liked = trip.wanted
      trip.known = { liked, like: await likePost(execute, { id, isLike: liked, jwt }) }
    }
  } finally {
    trips.delete(id)
    trip.wanted = trip.known.liked
    show(client, id, trip)
  }
}

/**
 * Writes a trip's likes wherever the post is shown, and again when what is being read at this moment arrives: that may be
 * from before the like, and a next page brings the pages before it as they were when it was asked for.
 */
function show(client: QueryClient, id: string, trip: Trip): void {
  const write = () => patchLikes(client, id, shown(trip))
  write()
  const reading = client
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ queryKey }) => showsPosts(queryKey) })
  for (const { promise } of reading) void promise?.then(write, write)
}
