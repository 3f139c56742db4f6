import { queryOptions } from '@tanstack/react-query'
import type { FullPostFragment } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql } from '../../graphql.ts'
import { postCard } from './list-query.ts'

const fullPost = /* GraphQL */ `
  fragment FullPost on Post {
    ...PostCard
    images { url info { width height placeholder } } place_id been_count areas { name path } dishes { name price } traits hiddenBecause share_image
  }
${postCard}`

/** A post with all fields. @throws the server's error */
export const getPost = graphql(/* GraphQL */ `
  query getPost($id: ID!) @kept { getPost(id: $id) { ...FullPost } }
${fullPost}`)

export type Post = FullPostFragment

/** It goes on loading when a screen is left, because the next one may wait for the same post. */
export function postQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({ queryKey: ['post', id], queryFn: () => getPost(execute, { id }) })
}

/** Variables and arguments of the form's mutations. */
const postVariables = /* GraphQL */ `$title: String!, $contents: String!, $images: [String!], $address: String,
    $place_name: String, $lat: Float, $lng: Float, $start_time: String, $end_time: String,
    $kind: FoodKind, $price: PriceRange, $dishes: [DishInput!], $closed_on: [ClosedDay!], $traits: [PlaceTrait!]`

const postArguments = /* GraphQL */ `title: $title, contents: $contents, images: $images, address: $address,
      place_name: $place_name, lat: $lat, lng: $lng, start_time: $start_time, end_time: $end_time,
      kind: $kind, price: $price, dishes: $dishes, closed_on: $closed_on, traits: $traits`

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
