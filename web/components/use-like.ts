import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ExecuteGraphql } from '../graphql.ts'
import { likePost } from '../queries/like-post.ts'
import { listKeys } from '../queries/lists.ts'
import { patchLikes } from '../queries/patch-post.ts'
import { useGraphql } from './use-graphql.ts'

export type Likeable = { id: string; like: number; liked: boolean }

/** The wanted state of a like that is on its way; a second press while it travels changes it. */
const wanted = new Map<string, boolean>()

/**
 * Turns the viewer's like of a post over: shown at once, settled by the server's count, taken back when it fails.
 * @returns a function that rejects with what the server said.
 */
export function useLike(viewerHandle: string | null): (post: Likeable) => Promise<void> {
  const client = useQueryClient()
  const graphql = useGraphql()
  return async (post) => {
    if (viewerHandle === null) return
    const liked = !post.liked
    await stopReading(client)
    patchLikes(client, post.id, { liked, like: Math.max(0, post.like + (liked ? 1 : -1)) })
    const isTravelling = wanted.has(post.id)
    wanted.set(post.id, liked)
    if (!isTravelling) await send(client, graphql, post, viewerHandle)
  }
}

/** Sends the wanted state until the server has the last one that was asked for. */
async function send(client: QueryClient, execute: ExecuteGraphql, post: Likeable, jwt: string): Promise<void> {
  let known = { liked: post.liked, like: post.like }
  try {
    for (let liked = wanted.get(post.id); liked !== undefined && liked !== known.liked; liked = wanted.get(post.id)) {
      known = { liked, like: await likePost(execute, { id: post.id, isLike: liked, jwt }) }
    }
  } finally {
    wanted.delete(post.id)
    patchLikes(client, post.id, known)
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
