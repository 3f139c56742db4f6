import type { OperationTypes } from '#contract/operations.gen.ts'
import type { Position } from '#rules/position.ts'
import { clusterPins } from '#web/places/map/pin-map.tsx'
import type { ListedPost } from '#web/posts/queries/list-query.ts'
import { ownMap } from './fake-places.ts'
import { listedPost } from './fake-posts.ts'
import type { Answers, ValueOfOperation } from './screens/answers.ts'

type Located = ListedPost & Position
type Asked = OperationTypes['getMapPosts']['variables']
type MapPosts = ValueOfOperation<'getMapPosts'>
type Meaning = ValueOfOperation<'getNamedPlaces'>

/** Most posts that are listed beside the map. */
export const MOST_LISTED = 20

/** A post that is on the map. */
export function mapPost(id: string, title: string, lat: number, lng: number, fields: Partial<ListedPost> = {}) {
  return { ...listedPost(id, { title, ...fields }), lat, lng }
}

/** Responses of a site with these posts, where no keyword names a place. */
export function answerMap(posts: readonly Located[] = []): Answers {
  return {
    ...ownMap,
    getMapPosts: findOnMap(posts),
    getMapShops: [],
    getNearShops: [],
    getNamedPlaces: meaning(),
    getSuggestions: { data: [], instead: null, meaning: null },
    searchPlaces: [],
    geocode: null,
  }
}

/** Answers with the posts that are in view and have the keyword; `area` is the one in which all of them are. */
export function findOnMap(posts: readonly Located[], area: string | null = null) {
  return ({ south, west, north, east, zoom, keyword }: Asked): MapPosts => {
    const isInView = ({ lat, lng }: Position) => south <= lat && lat <= north && west <= lng && lng <= east
    const hasWord = ({ title, contents }: ListedPost) => `${title} ${contents}`.includes(keyword ?? '')
    const found = posts.filter((post) => isInView(post) && hasWord(post))
    return clustered(found, zoom, area)
  }
}

/** Close posts are one cluster, and only the first `MOST_LISTED` are listed. */
function clustered(posts: readonly Located[], zoom: number, area: string | null): MapPosts {
  return {
    clusters: clusterPins(posts, zoom).map(({ position, pins, bounds }) => {
      const [only] = pins.length === 1 ? pins : []
      const { id = null, title = null, kind = null, image = null } = only ?? {}
      return { ...position, ...bounds, count: pins.length, id, title, kind, image, area }
    }),
    count: posts.length,
    estimated: false,
    data: posts
      .slice(0, MOST_LISTED)
      .map((post) => ({ verdict: null, areas: area === null ? [] : [{ name: area }], ...post })),
  }
}

/** The meaning that the server finds in a keyword: plain words unless `fields` say otherwise. */
export function meaning(fields: Partial<Meaning> = {}): Meaning {
  return { kind: 'text', correction: null, otherWords: null, areas: [], landmarks: [], ...fields }
}

/** The meaning of a keyword that names a station. */
export function stationMeaning(name: string, position: Position, fields: Partial<Meaning> = {}): Meaning {
  return meaning({ kind: 'landmark', landmarks: [{ name, area: '', position, named: true }], ...fields })
}

/** The meaning of a keyword that names areas. */
export function areaMeaning(areas: readonly [name: string, lat: number, lng: number][]): Meaning {
  return meaning({
    kind: 'area',
    areas: areas.map(([name, lat, lng]) => ({ name, position: { lat, lng }, precision: 'district', named: true })),
  })
}
