import { queryOptions } from '@tanstack/react-query'
import type { FullPostFragment } from '#contract/operations.gen.ts'
import { pageFields } from '#contract/shown-fields.gen.ts'
import { postArguments, postVariables } from '#contract/written-fields.gen.ts'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { refOf } from '../../store/store.ts'
import { postCardFragment } from './list-query.ts'

const fullPost = /* GraphQL */ `
  fragment FullPost on Post {
    ...PostCard
    ${pageFields} place_id been_count verdict { people again } areas { name path } hiddenBecause share_image
  }
${postCardFragment}`

/** A post with all fields. @throws the server's error */
export const getPost = graphql(/* GraphQL */ `
  query getPost($id: ID!) @kept { getPost(id: $id) { ...FullPost } }
${fullPost}`)

export type Post = FullPostFragment

/** Loads a post into the store. It goes on loading when a screen is left, because the next one may wait for the same post. */
export function postQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({ queryKey: ['post', id], queryFn: async () => refOf(await getPost(execute, { id })) })
}

/** Returns the id of the new post. A second call with the same idempotency key adds nothing. */
export const addPost = graphql(/* GraphQL */ `
  mutation addPost(${postVariables}) {
    addPost(${postArguments}) { count id }
  }
`)

export const editPost = graphql(/* GraphQL */ `
  mutation editPost($id: ID!, ${postVariables}) {
    editPost(id: $id, ${postArguments}) { count }
  }
`)
