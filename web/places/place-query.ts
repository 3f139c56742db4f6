import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { GetPlaceQuery } from '#contract/operations.gen.ts'
import { hasHouseNumber } from '#rules/precision.ts'
import { type ExecuteGraphql, graphql } from '../graphql.ts'
import { miniPostFragment } from '../posts/queries/list-query.ts'
import type { Post } from '../posts/queries/post-query.ts'
import { refOf } from '../store/store.ts'

const placePhoto = /* GraphQL */ `
  fragment PlacePhoto on PlacePhoto {
    post title image image_info { width height placeholder } month
  }
`

/** Id of the heading of a place's hours, for links to it. */
export const PLACE_HOURS_ID = 'place-hours'

export const placeHoursFragment = /* GraphQL */ `
  fragment PlaceHoursFields on PlaceHours {
    week_hours { days start_time end_time break_start break_end last_order } closed_on count month
  }
`

const getPlace = graphql(/* GraphQL */ `
  query getPlace($id: ID!) @kept {
    getPlace(id: $id) {
      id name address lat lng start_time end_time hours_count closed_on hours { ...PlaceHoursFields } count like been_count verdict { people again } price price_count
      kinds { kind count }
      dishes { name price month count } dish_people telephone
      menus { ...PlacePhoto }
      areas { name path }
      photos { ...PlacePhoto }
      comments { title comment { id post text createdAt author { handle username image } } }
      record { category kind source asOf estimated gone kept }
    }
  }
${placePhoto}${placeHoursFragment}`)

const getPlacePhotos = graphql(/* GraphQL */ `
  query getPlacePhotos($id: ID!, $cursor: String) {
    getPlacePhotos(id: $id, cursor: $cursor) {
      data { ...PlacePhoto }
      nextCursor
    }
  }
${placePhoto}`)

const getPlacePosts = graphql(/* GraphQL */ `
  query getPlacePosts($id: ID!) @kept { getPlacePosts(id: $id) { ...MiniPost } }
${miniPostFragment}`)

export type Place = GetPlaceQuery['getPlace']

export function placeQuery(execute: ExecuteGraphql, id: string) {
  return queryOptions({
    queryKey: ['place', id],
    queryFn: () => getPlace(execute, { id }),
  })
}

export function placePhotosQuery(execute: ExecuteGraphql, id: string) {
  return infiniteQueryOptions({
    queryKey: ['place', id, 'photos'],
    queryFn: ({ pageParam: cursor, signal }) => getPlacePhotos(execute, { id, cursor }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** Query for the other posts of a post's place. */
export function samePlacePostsQuery(execute: ExecuteGraphql, post: string) {
  return queryOptions({
    queryKey: ['detail_posts', post],
    queryFn: async ({ signal }) => (await getPlacePosts(execute, { id: post }, { signal })).map(refOf),
  })
}

export type PlaceInfo = Pick<Post, 'address' | 'lat' | 'lng' | 'start_time' | 'end_time' | 'closed_on'> &
  Partial<Pick<Post, 'week_hours' | 'telephone'>> & {
    name: string
    /** Number of members who gave these hours; only for a place. */
    hours_count?: number
  }

/** The place of a post, under the post's title if it has no name; null without a name, an address and a position. */
export function placeOf(
  post: Omit<PlaceInfo, 'name' | 'hours_count'> & Pick<Post, 'place_name' | 'title'>,
): PlaceInfo | null {
  const { place_name, title, address, lat } = post
  if (!address && !place_name && lat === null) return null
  return { ...post, name: place_name ?? title }
}

/** Links for directions to a place: by position if there is one, otherwise by address. */
export function mapLinks({ name, address, lat, lng }: PlaceInfo) {
  // The address of a building is enough; in an area people have to look for the name.
  const words = encodeURIComponent(address && hasHouseNumber(address) ? address : [address, name].join(' ').trim())
  const position = lat !== null && lng !== null ? `${lat},${lng}` : null
  return [
    {
      name: '카카오맵',
      href: position
        ? `https://map.kakao.com/link/to/${encodeURIComponent(name)},${position}`
        : `https://map.kakao.com/link/search/${words}`,
    },
    {
      name: '네이버 지도',
      href: position
        ? `https://map.naver.com/p/directions/-/${lng},${lat},${encodeURIComponent(name)}/-/transit`
        : `https://map.naver.com/p/search/${words}`,
    },
    // This link accepts a position or a name, not both.
    { name: '구글 지도', href: `https://www.google.com/maps/dir/?api=1&destination=${position ?? words}` },
  ]
}

export const searchPlaces = graphql(/* GraphQL */ `
  query searchPlaces($keyword: String!, $lat: Float, $lng: Float) {
    searchPlaces(keyword: $keyword, lat: $lat, lng: $lng) {
      position { lat lng } place_name address_name category precision rate distance
    }
  }
`)

export const geocode = graphql(/* GraphQL */ `
  query geocode($address: String!) {
    geocode(address: $address) { position { lat lng } address_name precision radius road { lat lng } }
  }
`)

/** The area of a position and its nearest address by road; null in the sea and abroad. */
export const reverseGeocode = graphql(/* GraphQL */ `
  query reverseGeocode($lat: Float!, $lng: Float!) {
    reverseGeocode(lat: $lat, lng: $lng) { address_name road_address }
  }
`)

/** The station, market or sight by which people would describe a position; null if none is near. */
export const getNearestLandmark = graphql(/* GraphQL */ `
  query getNearestLandmark($lat: Float!, $lng: Float!) {
    getNearestLandmark(lat: $lat, lng: $lng) { name position { lat lng } }
  }
`)

const getPlaceSuggestions = graphql(/* GraphQL */ `
  query getPlaceSuggestions($keyword: String!) { resolveKeyword(keyword: $keyword) { suggestions } }
`)

export async function loadKeywordSuggestions(execute: ExecuteGraphql, keyword: string): Promise<string[]> {
  return (await getPlaceSuggestions(execute, { keyword })).suggestions
}

const getPlaceAttributions = graphql(/* GraphQL */ `
  query getPlaceAttributions { getPlaceAttributions { source text url } }
`)

export function placeAttributionsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['place_attributions'],
    queryFn: ({ signal }) => getPlaceAttributions(execute, {}, { signal }),
    staleTime: 600_000,
  })
}
