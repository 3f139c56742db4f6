/** Each part owns its fields; documents spread it (`scripts/generate/own-documents.ts` does what the browser does). */

/** What a small row shows. */
export const miniPost = /* GraphQL */ `
  fragment MiniPost on Post {
    id title contents image image_info { width height placeholder } kind username like comments
  }
`

/** What a card in a list shows. */
export const postCard = /* GraphQL */ `
  fragment PostCard on Post {
    ...MiniPost
    image_count address place_name lat lng start_time end_time closed_on price createdAt user_id user_profile
  }
${miniPost}`

/** What a post's own page and its form show. */
export const fullPost = /* GraphQL */ `
  fragment FullPost on Post {
    ...PostCard
    images { url info { width height placeholder } } place_id been_count areas { name path } dishes { name price } traits hiddenBecause share_image
  }
${postCard}`

/** What the form sends: the variables of a mutation, and its arguments. */
export const postVariables = /* GraphQL */ `$title: String!, $contents: String!, $images: [String!], $address: String,
    $place_name: String, $lat: Float, $lng: Float, $start_time: String, $end_time: String,
    $kind: FoodKind, $price: PriceRange, $dishes: [DishInput!], $closed_on: [ClosedDay!], $traits: [PlaceTrait!]`

export const postArguments = /* GraphQL */ `title: $title, contents: $contents, images: $images, address: $address,
      place_name: $place_name, lat: $lat, lng: $lng, start_time: $start_time, end_time: $end_time,
      kind: $kind, price: $price, dishes: $dishes, closed_on: $closed_on, traits: $traits`
