import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ExecuteGraphql } from '../graphql.ts'
import { useGraphql } from '../kit/use-graphql.ts'
import { likePost } from './like-post.ts'
import { listKeys } from './lists.ts'
import { patchLikes } from './patch-post.ts'

export type Likeable = { id: string; like: number; liked: boolean }

type Likes = { like: number; liked: boolean }

/** A like that is on its way: what the server last said, and what is wanted now; a second press changes that. */
type Trip = { known: Likes; wanted: boolean }

const trips = new Map<string, Trip>()

/**
 * Turns the viewer's like of a post over: shown at once, settled by the server's count, taken back when it fails.
 * @returns a function that rejects with what the server said.
 */
export function useLike(viewerHandle: string | null): (post: Likeable) => Promise<void> {
  const client = useQueryClient()
  const graphql = useGraphql()
  return async ({ id, like, liked }) => {
    if (viewerHandle === null) return
    const travelling = trips.get(id)
    const trip = travelling ?? { known: { like, liked }, wanted: liked }
    trip.wanted = !trip.wanted
    trips.set(id, trip)
    await stopReading(client)
    patchLikes(client, id, shown(trip))
    if (!travelling) await send(client, graphql, id, trip, viewerHandle)
  }
}

function shown({ known, wanted }: Trip): Likes {
  const change = wanted === known.liked ? 0 : wanted ? 1 : -1
  return { liked: wanted, like: Math.max(0, known.like + change) }
}

/** Sends the wanted state until the server has the last one that was asked for. */
async function send(client: QueryClient, execute: ExecuteGraphql, id: string, trip: Trip, jwt: string): Promise<void> {
  try {
    while (trip.wanted !== trip.known.liked) {
      const liked = trip.wanted
      trip.known = { liked, like: await likePost(execute, { id, isLike: liked, jwt }) }
    }
  } finally {
    trips.delete(id)
    patchLikes(client, id, trip.known)
  }
}

/** A list that is being read again would bring the old heart back. A next page may arrive: it holds other posts. */
async function stopReading(client: QueryClient): Promise<void> {
  await Promise.all(
    listKeys.map((key) =>
      client.cancelQueries({ queryKey: [key], predicate: ({ state }) => !state.fetchMeta?.fetchMore }),
    ),
  )
}
