import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foodKinds } from '#rules/food-kinds.ts'
import { webpUrl } from '#rules/images.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import { type ExecuteGraphql, graphql, type ResultOf, useGraphql, type VariablesOf } from '../../graphql.ts'
import type { Marker } from '../../places/map/provider.ts'
import { miniPostFragment } from '../../posts/queries/list-query.ts'
import { postQuery } from '../../posts/queries/post-query.ts'
import { type DeletableName, type Marks, type Ref, refOf } from '../../store/store.ts'
import { usePost } from '../../store/use-store.ts'
import type { MapSearch } from './map-url.ts'

const getMapPosts = graphql(/* GraphQL */ `
  query getMapPosts(
    $south: Float!, $west: Float!, $north: Float!, $east: Float!, $zoom: Float!, $filter: String, $keyword: String,
    $open: Boolean, $kind: [FoodKind!], $price: [PriceRange!], $traits: [PlaceTrait!]
  ) @kept {
    getMapPosts(
      south: $south, west: $west, north: $north, east: $east, zoom: $zoom, filter: $filter, keyword: $keyword,
      open: $open, kind: $kind, price: $price, traits: $traits
    ) {
      clusters { lat lng count south west north east id title kind image area }
      count
      estimated
      data {
        ...MiniPost kind price address lat lng start_time end_time closed_on areas { name }
        verdict { people again }
        week_hours { days start_time end_time break_start break_end last_order }
      }
    }
  }
${miniPostFragment}`)

type FetchedPosts = ResultOf<typeof getMapPosts>
export type MapPost = FetchedPosts['data'][number]
export type MapPosts = Omit<FetchedPosts, 'data'> & { data: readonly MapPost[] }
/** Result of a map search as the query cache keeps it: with the ids of the posts, whose data are in the store. */
export type FoundPosts = Omit<FetchedPosts, 'data'> & { data: readonly Ref<MapPost>[] }

export function mapPostsQuery(execute: ExecuteGraphql, view: VariablesOf<typeof getMapPosts>) {
  return queryOptions({
    queryKey: ['map_posts', view],
    queryFn: async ({ signal }) => {
      const found = await getMapPosts(execute, view, { signal })
      return { ...found, data: found.data.map(refOf) }
    },
    staleTime: 0,
    gcTime: 180_000,
  })
}

type Selection = {
  /** Id of the highlighted post, or key of the highlighted shop. */
  active: string | null
  /** Id or key of the pressed pin, whose card stays in the list while other cards are highlighted. */
  pressed: string | null
}
const NOTHING_SELECTED: Selection = { active: null, pressed: null }

/** State of the highlighted and the pressed pin. Another search clears it. */
export function useSelection(search: MapSearch) {
  const key = JSON.stringify(search)
  const [selection, setSelection] = useState({ ...NOTHING_SELECTED, key })
  const { active, pressed } = selection.key === key ? selection : NOTHING_SELECTED
  // Based on the latest state: a card that regains the focus may be highlighted before the last change is rendered.
  const change = (next: Partial<Selection>) =>
    setSelection((before) => ({ ...(before.key === key ? before : NOTHING_SELECTED), ...next, key }))
  return {
    active,
    pressed,
    highlight: (id: string) => id !== active && change({ active: id }),
    press: (id: string) => change({ active: id, pressed: id }),
    select: ({ active: one, pressed: other }: Selection) => change({ active: one, pressed: other }),
    clear: () => change(NOTHING_SELECTED),
  }
}

export type PressedPost = {
  post: MapPost | null
  status: 'listed' | 'loading' | 'failed' | 'found'
  error: Error | null
  retry: () => void
}

/** The post whose pin was pressed. It is fetched if the list, which contains only the first posts of a view, lacks it. */
export function usePressedPost(found: MapPosts | undefined, id: string | null): PressedPost {
  const isListed = id === null || !found || found.data.some((post) => post.id === id)
  const { data, isError, error, refetch } = useQuery({ ...postQuery(useGraphql(), id ?? ''), enabled: !isListed })
  const post = usePost(data)
  const retry = () => {
    if (isError) void refetch()
  }
  if (isListed) return { post: null, status: 'listed', error, retry }
  if (post) return { post, status: 'found', error, retry }
  return { post: null, status: isError ? 'failed' : 'loading', error, retry }
}

export type Cluster = MapPosts['clusters'][number]

export function clusterKey({ id, lat, lng }: Cluster): string {
  return id ?? `${lat},${lng}`
}

/** Sorts posts by their distance from the device, unless its position is unknown or the reader has chosen an order. */
export function sortByDistance(posts: readonly MapPost[], me: Position | null, hasOrder: boolean): readonly MapPost[] {
  const away = ({ lat, lng }: MapPost) =>
    me && lat !== null && lng !== null ? metresBetween(me, { lat, lng }) : Number.POSITIVE_INFINITY
  return me && !hasOrder ? posts.toSorted((a, b) => away(a) - away(b)) : posts
}

/** Tolerance in degrees: the server rounds bounds to six decimals. */
const ROUNDING = 1e-6

/** The result without the posts that are being deleted. Of a cluster, only those that the list contains can be subtracted. */
export function withoutDeleted(found: MapPosts, deleted: ReadonlySet<DeletableName>): MapPosts {
  const isGone = ({ id }: { id: string | null }) => deleted.has(`post ${id}`)
  const gone = found.data.filter(isGone)
  if (!found.clusters.some(isGone) && gone.length === 0) return found
  const lost = new Map<Cluster | undefined, number>()
  for (const post of gone) {
    const cluster =
      found.clusters.find((one) => one.id === post.id) ?? found.clusters.find((one) => isAround(one, post))
    lost.set(cluster, (lost.get(cluster) ?? 0) + 1)
  }
  const clusters = found.clusters.map((one) => ({ ...one, count: one.count - (lost.get(one) ?? 0) }))
  return {
    ...found,
    clusters: clusters.filter((one) => one.count > 0 && !isGone(one)),
    count: Math.max(0, found.count - gone.length),
    data: found.data.filter((post) => !isGone(post)),
  }
}

function isAround({ id, south, west, north, east }: Cluster, { lat, lng }: MapPosts['data'][number]): boolean {
  if (id !== null || lat === null || lng === null) return false
  const isBetween = (low: number, at: number, high: number) => low - ROUNDING <= at && at <= high + ROUNDING
  return isBetween(south, lat, north) && isBetween(west, lng, east)
}

/** Lowest zoom at which pins show photos: a view of a few streets, which has room for them. */
const PHOTO_ZOOM = 15

/** The reader's marks by precedence: the corner of a photo shows the first one that its post has. */
const flags = { been: '다녀왔어요', wanted: '가고 싶어요', liked: '좋아요' } as const

type MarkersOptions = {
  active: string | null
  zoom: number
  stateOf?: (id: string) => Marks
}

/** Markers for clusters: a single post as its photo or kind of food, several posts as their number. */
export function markersOf({ clusters, estimated }: MapPosts, { active, zoom, stateOf }: MarkersOptions): Marker[] {
  return clusters.map((cluster) => {
    const { id, title, area, lat, lng, count, kind, image } = cluster
    const common = { key: clusterKey(cluster), position: { lat, lng } }
    if (id) {
      const word = kind ? shortName(foodKinds[kind]) : '맛집'
      // In the order that is visible on the pin: the kind, then the title below it.
      const single = { ...common, text: word, name: title ?? '', label: `${word} ${title}`, chosen: id === active }
      if (!image || zoom < PHOTO_ZOOM) return { ...single, ...(kind && { kind }), shape: 'kind' }
      const photo = { ...single, shape: 'photo', photo: webpUrl(image, 320) ?? image } as const
      const mark = markOf(stateOf?.(id))
      return mark ? { ...photo, mark, label: `${single.label}, ${flags[mark]}` } : photo
    }
    const number = `${estimated ? '약 ' : ''}${count.toLocaleString('ko-KR')}`
    const label = `${area ? `${area}, ` : ''}글 ${number}개, 확대해서 보기`
    return { ...common, shape: 'cluster', text: shortCount(count), label }
  })
}

function markOf(state: Marks = {}): keyof typeof flags | undefined {
  return (Object.keys(flags) as (keyof typeof flags)[]).find((mark) => state[mark])
}

/** '카페' for '카페·디저트': a pin has room for two letters. */
function shortName(kind: string): string {
  return kind.split('·')[0] ?? kind
}

/** A count in at most four characters: 999, 1.2천, 12만. */
function shortCount(count: number): string {
  if (count < 1000) return String(count)
  const [unit, word] = count < 10_000 ? [1000, '천'] : [10_000, '만']
  const short = count / unit
  return `${short < 10 ? Math.floor(short * 10) / 10 : Math.floor(short)}${word}`
}
