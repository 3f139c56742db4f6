import { normalForm } from '#rules/normal-form.ts'
import { STREET_CATEGORY } from '#rules/places.ts'
import { metresBetween } from '#rules/position.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { parseTypedAddress, type TypedAddress } from '../address.ts'
import type { FoundPlace, Near } from '../found-place.ts'
import { possibleAreas, provinceAliases } from '../korea-areas.ts'
import { cityOf } from '../roads/find-road.ts'
import {
  findAddressesByLot,
  findAddressesByRoad,
  findBuildingsByName,
  findNearestNumber,
  type OfficialAddress,
} from './find-address.ts'

export type OfficiallyLocated = Readonly<{
  found: OfficialAddress
  /** False if the typed address lacks its 시도 or 시군구: another area may have the same address. */
  isSure: boolean
}>

/** With more possible areas, all are searched. */
const MOST_AREAS = 30

/** Largest difference of numbers at which a known building locates an address better than an estimate. */
const NEXT_NUMBERS = 4

/** The entrance that a typed address means; null if no official file or several cities have it. */
export async function locateOfficial(db: Queryable, typed: TypedAddress): Promise<OfficiallyLocated | null> {
  const found = await findNumbered(db, typed)
  const cities = new Set(found.map(({ district }) => cityOf(district)))
  const [first] = found
  return first && cities.size === 1 ? { found: first, isSure: whereOf(typed).areas.length === 1 } : null
}

/** The building with the nearest number on the road, for a number that is unknown. */
export async function locateNearestNumber(db: Queryable, typed: TypedAddress): Promise<OfficialAddress | null> {
  const where = whereOf(typed)
  if (typed.road === null || typed.number === null || typed.number.isUnderground || where.areas.length !== 1)
    return null
  return findNearestNumber(db, typed.road, typed.number, where, NEXT_NUMBERS)
}

async function findNumbered(db: Queryable, typed: TypedAddress): Promise<OfficialAddress[]> {
  const { road, number, lot } = typed
  if (road !== null && number !== null) return findAddressesByRoad(db, road, number, whereOf(typed))
  return lot === null ? [] : findAddressesByLot(db, lot, whereOf(typed))
}

function whereOf({ before }: TypedAddress) {
  const { areas, rest } = possibleAreas(before)
  return { areas: areas.length > MOST_AREAS ? [] : areas, towns: rest }
}

const BUILDING = '건물'

/** Limits of buildings and of addresses that are found. Buildings are few, because the name of a shop or dish may begin the names of many. */
const MOST_BUILDINGS = 5
const MOST_NUMBERS = 15

/**
 * Finds buildings by a keyword that is a name ('역삼 아이타워'). For a keyword with a number it finds the entrances of that address,
 * but only if several cities have it ('올림픽로 300').
 */
export async function findOfficialPlaces(db: Queryable, keyword: string, near: Near): Promise<FoundPlace[]> {
  const typed = parseTypedAddress(keyword)
  if (typed.number !== null || typed.lot !== null) {
    const found = await findNumbered(db, typed)
    // `geocode` locates an address that only one city has.
    if (new Set(found.map(({ district }) => cityOf(district))).size < 2) return []
    return found
      .slice(0, MOST_NUMBERS)
      .map((one) => present(one, `${typed.road ?? ''} ${numberOf(one.address)}`.trim(), STREET_CATEGORY))
  }
  const buildings = await findNamed(db, keyword, near)
  return buildings.slice(0, MOST_BUILDINGS).map((one) => present(one, one.name, BUILDING))
}

function present({ lat, lng, address }: OfficialAddress, name: string, category: string): FoundPlace {
  return { lat, lng, name, address, category, precision: 'building', source: 'addresses' }
}

const numberOf = (address: string) => address.slice(address.lastIndexOf(' ') + 1)

const MOST_WORDS = 4
const SHORTEST_BEGINNING = 3

/** Words for a part of a building, which its name does not have: '101동', '1203호', '지하1층'. */
const PART = /^(?:제?[A-Za-z\d]+동|\d+호|(?:지하|지상|[Bb])?\d+층)$/

/** Buildings with a name that begins with some of the words, and the other words in their address. */
async function findNamed(db: Queryable, keyword: string, near: Near) {
  const words = keyword
    .split(' ')
    .filter((word, index) => index === 0 || !PART.test(word))
    .slice(0, MOST_WORDS)
  const runs = words.flatMap((_, from) =>
    words.slice(from).map((__, more) => ({
      key: normalForm(words.slice(from, from + more + 1).join(' ')),
      others: [...words.slice(0, from), ...words.slice(from + more + 1)].map(normalForm),
    })),
  )
  const useful = runs.filter(({ key }) => key.length >= SHORTEST_BEGINNING && /[a-z가-힣]/.test(key))
  if (useful.length === 0) return []
  const found = await findBuildingsByName(
    db,
    useful.map(({ key }) => key),
  )
  const meant = found.filter((building) =>
    useful.some(
      ({ key, others }) =>
        normalForm(building.name).includes(key) && others.every((other) => isAround(building, other)),
    ),
  )
  const unique = [...new Map(meant.map((one) => [`${one.name} ${one.address}`, one])).values()]
  return near === null ? unique : unique.toSorted((a, b) => metresBetween(near, a) - metresBetween(near, b))
}

/** Whether some words of the building's address begin with `other`: '대구' is not in '해운대구'. */
function isAround({ address, town }: OfficialAddress, other: string): boolean {
  const words = [...address.split(' '), town]
  const wanted = provinceAliases.get(other) ?? other
  return words.some((_, index) => normalForm(words.slice(index).join('')).startsWith(wanted))
}
