import { graphql, request } from '../graphql.ts'
import { dropLoadedData } from '../reader/change-viewer.ts'
import type { RouterContext } from '../router-context.ts'
import { forgetScreens } from '../storage/kept-screens.ts'
import type { Author } from './author-query.ts'

type Context = Pick<RouterContext, 'queryClient' | 'graphql' | 'reader'>

const followDocument = graphql(/* GraphQL */ `
  mutation followUser($handle: ID!, $follow: Boolean!) {
    followUser(handle: $handle, follow: $follow) { count }
  }
`)

let lastFollow: Promise<unknown> = Promise.resolve()

/** Shows what has been written since; a follow that is shown but not answered yet is waited for. */
export async function reloadAfterFollows(): Promise<void> {
  await lastFollow
  location.reload()
}

/** Shows it at once, and reverts on failure. @throws the server's error */
export async function followUser(context: Context, handle: string, follow: boolean): Promise<void> {
  const { reader, queryClient } = context
  const show = (followed: boolean, change: number) => {
    reader.setFollowed(handle, followed)
    queryClient.setQueryData<Author>(['author', handle], (author) =>
      author ? { ...author, followers: Math.max(0, author.followers + change) } : undefined,
    )
  }
  show(follow, follow ? 1 : -1)
  try {
    const answer = request(context.graphql, followDocument, { handle, follow })
    lastFollow = Promise.allSettled([lastFollow, answer])
    await answer
  } catch (error) {
    show(!follow, follow ? -1 : 1)
    throw error
  }
  // A list that is shown stays while the person goes on choosing.
  for (const key of ['followed_posts', 'people']) queryClient.removeQueries({ queryKey: [key], type: 'inactive' })
}

const blockDocument = graphql(/* GraphQL */ `
  mutation blockUser($handle: ID!, $block: Boolean!) {
    blockUser(handle: $handle, block: $block) { count }
  }
`)

/** @throws the server's error */
export async function blockUser(context: Context, handle: string, block: boolean): Promise<void> {
  await request(context.graphql, blockDocument, { handle, block })
  context.reader.setFollowed(handle, false)
}

/** Drops what this tab has loaded or kept, which may show somebody who is hidden now. */
export function forgetHidden(context: Context): void {
  forgetScreens()
  dropLoadedData(context)
}
