import { importLimits } from '#rules/place-imports.ts'
import type { Precision } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Reader } from '../authors/visibility.ts'
import { parseTypedAddress } from '../places/address.ts'
import { locateAddress } from '../places/locate-address.ts'
import { loadShopStates } from '../posts/venues/shops-without-posts.ts'
import type { CandidatePlace, MatchedRow, StoredShop } from './candidate-place.ts'
import {
  findLinkedPlace,
  findPostsByName,
  findPostsNear,
  findShopsByName,
  findShopsNear,
  type WantedPlace,
} from './find-candidates.ts'
import type { ImportedRow } from './parse/rows.ts'
import { type Likeness, likenessOf, toComparedName } from './similar-names.ts'

/**
 * Distances from a row's position, in metres: places within `may` are candidates; one with the same name is sure within
 * `same`, one with a similar name within `alike`. Map programs place pins at the building, lists of shops often at the address.
 */
const REACH = { may: 300, same: 200, alike: 60 } as const

/** Metres around a located address in which places are candidates, by its precision; none for one known only by its city. */
const REACH_OF_ADDRESS: Partial<Record<Precision, number>> = { building: 300, road: 600, dong: 3000 }

/** Fewest letters of a name that is sure without a position: several places may well share a shorter one. */
const LONG_NAME = 3

type Asked = Readonly<{ nth: number; source: ImportedRow }>

type Site = Readonly<{ db: Database; reader: Reader; origin: string }>

type Compared = CandidatePlace & Readonly<{ likeness: Likeness; metres: number | null }>

/** Finds the places that each row may mean. */
export async function matchRows({ db, reader, origin }: Site, rows: readonly Asked[]): Promise<MatchedRow[]> {
  const wanted: WantedPlace[] = []
  const linked = new Map<number, CandidatePlace>()
  for (const { nth, source } of rows) {
    const place = source.link === null ? null : await findLinkedPlace(db, reader, { link: source.link, origin })
    if (place) linked.set(nth, place)
    else wanted.push({ nth, name: source.name, address: addressOf(source), within: await whereOf(db, source) })
  }
  const near = wanted.filter(({ within }) => within !== null && within.metres <= REACH_OF_ROAD)
  const found = [
    ...(await findPostsByName(db, reader, wanted)),
    ...(await findPostsNear(db, reader, near)),
    ...(await findShopsNear(db, near)),
  ]
  // The position of a located address is an estimate, so shops are searched by name too.
  for (const one of wanted) {
    if (one.address !== null || one.within === null) found.push(...(await findShopsByName(db, one)))
  }
  const byRow = Map.groupBy(found, ({ nth }) => nth)
  const compared = wanted.map((one) => ({ one, places: compare(one, byRow.get(one.nth) ?? []) }))
  const merged = await withoutTwins(
    db,
    compared.map(({ places }) => places),
  )
  const matched = compared.map(({ one }, index) => decide(one, merged[index] ?? []))
  return [...matched, ...[...linked].map(([nth, place]) => ({ nth, state: 'found' as const, places: [place] }))]
}

const REACH_OF_ROAD = REACH_OF_ADDRESS.road ?? 0

/** The row's address up to the building number; null for a row with a position. */
function addressOf({ address, lat }: ImportedRow): string | null {
  return address === null || lat !== null ? null : keyOf(address)
}

function keyOf(address: string): string {
  return parseTypedAddress(address).words.join(' ')
}

function isAt(address: string | null, place: CandidatePlace): boolean {
  return address !== null && place.address !== null && keyOf(place.address) === address
}

async function whereOf(db: Database, { address, lat, lng }: ImportedRow): Promise<WantedPlace['within']> {
  if (lat !== null && lng !== null) return { lat, lng, metres: REACH.may }
  if (address === null) return null
  const located = await locateAddress(db, parseTypedAddress(address))
  const metres = located && REACH_OF_ADDRESS[located.precision]
  return metres === null || metres === undefined ? null : { lat: located?.lat ?? 0, lng: located?.lng ?? 0, metres }
}

/** The places whose name is the same or similar and that are near enough, the likeliest first. */
function compare({ name, address, within }: WantedPlace, places: readonly CandidatePlace[]): Compared[] {
  const own = toComparedName(name)
  return places
    .map((place) => ({
      ...place,
      likeness: likenessOf(own, toComparedName(place.name)),
      metres: isAt(address, place) ? 0 : away(within, place),
    }))
    .filter((place): place is Compared => {
      return place.likeness !== null && (within === null || place.metres === null || place.metres <= within.metres)
    })
    .toSorted(
      (a, b) =>
        Number(b.likeness === 'same') - Number(a.likeness === 'same') ||
        (a.metres ?? Number.POSITIVE_INFINITY) - (b.metres ?? Number.POSITIVE_INFINITY) ||
        (b.post ?? 0) - (a.post ?? 0),
    )
    .slice(0, MOST_COMPARED)
}

/** Limit of candidates for a row, before duplicates and shops that are gone are removed. */
const MOST_COMPARED = 20

function away(from: Position | null, { lat, lng }: CandidatePlace): number | null {
  return from === null || lat === null || lng === null ? null : metresBetween(from, { lat, lng })
}

/** Merges each shop with the place of the posts about it, and removes shops reported as gone. */
async function withoutTwins(db: Database, lists: readonly (readonly Compared[])[]): Promise<Compared[][]> {
  const shops = new Map(
    lists.flat().flatMap(({ post, shop }) => (post === null && shop ? [[shop.id, shop] as const] : [])),
  )
  const asked = [...shops.values()].map((shop) => ({ ...shop, source: '' }))
  const states = await loadShopStates(db, asked)
  const stateOf = new Map(asked.map(({ id }, index) => [id, states[index]]))
  return lists.map((places) => mergeTwins(places, (shop) => stateOf.get(shop.id)))
}

type StateOf = (shop: StoredShop) => Readonly<{ venue: number | null; gone: boolean }> | undefined

function mergeTwins(places: readonly Compared[], stateOf: StateOf): Compared[] {
  const kept = new Map<string, Compared>()
  for (const place of places) {
    const state = place.post === null && place.shop ? stateOf(place.shop) : undefined
    if (state?.gone) continue
    const id = state?.venue ?? place.place
    const key = id === null ? `post ${place.post}` : String(id)
    const twin = kept.get(key)
    if (!twin) kept.set(key, { ...place, place: id })
    else kept.set(key, { ...twin, post: twin.post ?? place.post, shop: twin.shop ?? place.shop })
  }
  return [...kept.values()]
}

function decide({ nth, name, within }: WantedPlace, compared: readonly Compared[]): MatchedRow {
  const places = compared.slice(0, importLimits.choices).map(withoutScore)
  if (places.length === 0) return { nth, state: 'missing', places }
  const same = compared.filter(({ likeness, metres }) => likeness === 'same' && (metres ?? 0) <= REACH.same)
  const alike = compared.filter(
    ({ likeness, metres }) => likeness === 'alike' && metres !== null && metres <= REACH.alike,
  )
  const isClear = within !== null || [...name.replace(/\s/g, '')].length >= LONG_NAME
  const sure = same.length > 0 ? same : alike
  const isFound = sure.length === 1 && isClear
  return isFound ? { nth, state: 'found', places: sure.map(withoutScore) } : { nth, state: 'unsure', places }
}

function withoutScore({ likeness, metres, ...place }: Compared): CandidatePlace {
  return place
}
