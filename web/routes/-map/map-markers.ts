import type { PostState } from '#contract/reader-state.ts'
import { foodKinds } from '#rules/food-kinds.ts'
import { variantUrl } from '#rules/images.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Deleted } from '../../kit/deleted.ts'
import type { Marker } from '../../places/map/provider.ts'
import type { MapPost, MapPosts } from './map-posts.ts'

export type Cluster = MapPosts['clusters'][number]

/** The key of a cluster: the id of its post, or its position. */
export function clusterKey({ id, lat, lng }: Cluster): string {
  return id ?? `${lat},${lng}`
}

/** The posts by their distance from the device; in the given order if its position is not known, or an order was chosen. */
export function nearestFirst(posts: readonly MapPost[], me: Position | null, hasOrder: boolean): readonly MapPost[] {
  const away = ({ lat, lng }: MapPost) =>
    me && lat !== null && lng !== null ? metresBetween(me, { lat, lng }) : Number.POSITIVE_INFINITY
  return me && !hasOrder ? posts.toSorted((a, b) => away(a) - away(b)) : posts
}

/** Bounds are rounded to six digits, in degrees. */
const ROUNDING = 1e-6

/** Without the posts that are being deleted. A number loses those of its posts that are among the listed ones. */
export function withoutDeleted(found: MapPosts, deleted: ReadonlySet<Deleted>): MapPosts {
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

/** From this zoom a pin has room for the photo of its post: a few streets. */
const PHOTO_ZOOM = 15

/** What a photo has on its corner, the first of these that a post is to the reader. */
const flags = { been: '다녀왔어요', wanted: '가고 싶어요', liked: '좋아요' } as const

type MarkersOptions = {
  active: string | null
  /** Of the view that the posts were found for. */
  zoom: number
  stateOf?: (id: string) => PostState
}

/** One post is its photo or its kind of food, several are a number. */
export function markersOf({ clusters, estimated }: MapPosts, { active, zoom, stateOf }: MarkersOptions): Marker[] {
  return clusters.map((cluster) => {
    const { id, title, area, lat, lng, count, kind, image } = cluster
    const common = { key: clusterKey(cluster), position: { lat, lng } }
    if (id) {
      const word = kind ? shortName(foodKinds[kind]) : '맛집'
      // As it is read from above: the word, then the name.
      const single = { ...common, text: word, name: title ?? '', label: `${word} ${title}`, chosen: id === active }
      if (!image || zoom < PHOTO_ZOOM) return { ...single, shape: 'kind' }
      const photo = { ...single, shape: 'photo', photo: variantUrl(image, 320) ?? image } as const
      const mark = markOf(stateOf?.(id))
      return mark ? { ...photo, mark, label: `${single.label}, ${flags[mark]}` } : photo
    }
    const number = `${estimated ? '약 ' : ''}${count.toLocaleString('ko-KR')}`
    const label = `${area ? `${area}, ` : ''}글 ${number}개, 가까이 보기`
    return { ...common, shape: 'cluster', text: shortCount(count), label }
  })
}

function markOf(state: PostState = {}): keyof typeof flags | undefined {
  return (Object.keys(flags) as (keyof typeof flags)[]).find((mark) => state[mark])
}

/** '카페' for '카페·디저트': two letters have room on a pin. */
function shortName(kind: string): string {
  return kind.split('·')[0] ?? kind
}

/** In four characters at most: 999, 1.2천, 12만. */
function shortCount(count: number): string {
  if (count < 1000) return String(count)
  const [unit, word] = count < 10_000 ? [1000, '천'] : [10_000, '만']
  const short = count / unit
  return `${short < 10 ? Math.floor(short * 10) / 10 : Math.floor(short)}${word}`
}
