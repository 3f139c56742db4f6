import { queryOptions } from '@tanstack/react-query'
import type { FullPostFragment } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { fullPost } from './post-fields.ts'

const getPost = graphql(/* GraphQL */ `
  query getPost($id: ID!) { getPost(id: $id) { ...FullPost } }
${fullPost}`)

export type Post = FullPostFragment

/** It goes on loading when a screen is left, because the next one may wait for the same post. */
export function postQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({ queryKey: ['post', id], queryFn: () => loadPost(execute, id) })
}

/** A post with all fields, always from the server and never cached. */
export async function loadPost(execute: ExecuteGraphql, id: string): Promise<Post> {
  return getPost(execute, { id })
}
