import type { QueryClient } from '@tanstack/react-query'
import { listKeys } from './list-query.ts'
import { changeLists } from './patch-post.ts'

/** Removes a deleted post from every list and reloads the lists, whose later pages have moved up. */
export async function removePostFromLists(client: QueryClient, id: string): Promise<void> {
  changeLists(client, (posts) => posts.filter((post) => post.id !== id))
  client.removeQueries({ queryKey: ['post', id] })
  client.removeQueries({ queryKey: ['detail_posts'] })
  void client.invalidateQueries({ queryKey: ['place'] })
  void client.invalidateQueries({ queryKey: ['area'] })
  await Promise.all(listKeys.map((key) => client.refetchQueries({ queryKey: [key] })))
}
