import { importLimits } from '#rules/place-imports.ts'
import type { Precision } from '#rules/places.ts'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Reader } from '../authors/visibility.ts'
import { parseTypedAddress } from '../places/address.ts'
import { locateAddress } from '../places/locate-address.ts'
import { statesOfShops } from '../posts/venues/shops-without-posts.ts'
import { linkedPlace, namedPosts, namedShops, postsNear, shopsNear, type Wanted } from './find-candidates.ts'
import type { ImportedPlace, MatchedRow, ShopWords } from './imported-place.ts'
import type { ImportedRow } from './parse/rows.ts'
import { comparedName, type Likeness, likenessOf } from './similar-names.ts'

/**
 * Metres around a position within which a place may be meant, and nearer ones within which one with that name surely is.
 * Programs place their pins by the building, lists of shops often by the address.
 */
const REACH = { may: 300, same: 200, alike: 60 } as const

/** Metres within which an address may be, by what of it is known; none if only a city is. */
const REACH_OF_ADDRESS: Partial<Record<Precision, number>> = { building: 300, road: 600, dong: 3000 }

/** Letters of a name that is not known to be anywhere, below which several places may well have it. */
const LONG_NAME = 3

type Asked = Readonly<{ nth: number; source: ImportedRow }>

type Site = Readonly<{ db: Database; reader: Reader; origin: string }>

type Compared = ImportedPlace & Readonly<{ likeness: Likeness; metres: number | null }>

/** The places that each row may mean: surely one, several, or none. */
export async function matchRows({ db, reader, origin }: Site, rows: readonly Asked[]): Promise<MatchedRow[]> {
  const wanted: Wanted[] = []
  const linked = new Map<number, ImportedPlace>()
  for (const { nth, source } of rows) {
    const place = source.link === null ? null : await linkedPlace(db, reader, { link: source.link, origin })
    if (place) linked.set(nth, place)
    else wanted.push({ nth, name: source.name, address: addressOf(source), within: await whereOf(db, source) })
  }
  const near = wanted.filter(({ within }) => within !== null && within.metres <= REACH_OF_ROAD)
  const found = [
    ...(await namedPosts(db, reader, wanted)),
    ...(await postsNear(db, reader, near)),
    ...(await shopsNear(db, near)),
  ]
  // The position of an address is an estimate, so the name is searched too.
  for (const one of wanted) {
    if (one.address !== null || one.within === null) found.push(...(await namedShops(db, one)))
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

/** An address up to its number; null for a row that has a position instead. */
function addressOf({ address, lat }: ImportedRow): string | null {
  return address === null || lat !== null ? null : keyOf(address)
}

function keyOf(address: string): string {
  return parseTypedAddress(address).words.join(' ')
}

function isAt(address: string | null, place: ImportedPlace): boolean {
  return address !== null && place.address !== null && keyOf(place.address) === address
}

async function whereOf(db: Database, { address, lat, lng }: ImportedRow): Promise<Wanted['within']> {
  if (lat !== null && lng !== null) return { lat, lng, metres: REACH.may }
  if (address === null) return null
  const located = await locateAddress(db, parseTypedAddress(address))
  const metres = located && REACH_OF_ADDRESS[located.precision]
  return metres === null || metres === undefined ? null : { lat: located?.lat ?? 0, lng: located?.lng ?? 0, metres }
}

/** Places whose names agree, within reach; the likeliest first. */
function compare({ name, address, within }: Wanted, places: readonly ImportedPlace[]): Compared[] {
  const own = comparedName(name)
  return places
    .map((place) => ({
      ...place,
      likeness: likenessOf(own, comparedName(place.name)),
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

/** Twins and shops that are gone are among them. */
const MOST_COMPARED = 20

function away(from: Position | null, { lat, lng }: ImportedPlace): number | null {
  return from === null || lat === null || lng === null ? null : metresBetween(from, { lat, lng })
}

/** Each place once: a shop with posts is the place of these, and one that is called gone is left out. */
async function withoutTwins(db: Database, lists: readonly (readonly Compared[])[]): Promise<Compared[][]> {
  const shops = new Map(
    lists.flat().flatMap(({ post, shop }) => (post === null && shop ? [[shop.id, shop] as const] : [])),
  )
  const asked = [...shops.values()].map((shop) => ({ ...shop, source: '' }))
  const states = await statesOfShops(db, asked)
  const stateOf = new Map(asked.map(({ id }, index) => [id, states[index]]))
  return lists.map((places) => mergeTwins(places, (shop) => stateOf.get(shop.id)))
}

type StateOf = (shop: ShopWords) => Readonly<{ venue: number | null; gone: boolean }> | undefined

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

function decide({ nth, name, within }: Wanted, compared: readonly Compared[]): MatchedRow {
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

function withoutScore({ likeness, metres, ...place }: Compared): ImportedPlace {
  return place
}
