import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { metresBetween, type Position } from '#rules/position.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { parseTypedAddress } from '#server/product/places/address.ts'
import { locateAddress } from '#server/product/places/locate-address.ts'
import { entranceLine, lotLine, writeAddressFile } from './address-files.ts'

/**
 * Addresses of public libraries (전국도서관표준데이터, 2023), car parks (전국주차장정보표준데이터, 2021) and schools
 * (전국초중등학교위치표준데이터, 2018) with the positions that their offices published. None of them is in `korea/`.
 */
export type PublicAddress = Position & Readonly<{ kind: string; typed: string; address: string }>

export const publicAddresses: readonly PublicAddress[] = readFileSync('tests/fixtures/public-addresses.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [kind = '', typed = '', address = '', lat, lng] = line.split('\t')
    return { kind, typed, address, lat: Number(lat), lng: Number(lng) }
  })

/** How far from its published position an address was located, and the `radius` told with it, in metres. */
export type Located = Readonly<{ kind: string; metres: number | null; radius: number | null }>

/** Locates each address; `metres` is the distance to its published position, null if the address is not found. */
export async function locateEach(db: Database, addresses: readonly PublicAddress[]): Promise<Located[]> {
  const judged: Located[] = []
  for (const { kind, typed, ...position } of addresses) {
    const located = await locateAddress(db, parseTypedAddress(typed))
    const metres = located && metresBetween(located, position)
    judged.push({ kind, metres, radius: located?.radius ?? null })
  }
  return judged
}

export type Shares = Readonly<{ found: number; within60: number; within200: number; declared: number; held: number }>

/** Shares of the addresses; `declared` counts those with a radius, and `held` is the share of these that lie within it. */
export function sharesOf(judged: readonly Located[]): Shares {
  const within = (most: number) =>
    judged.filter(({ metres }) => metres !== null && metres <= most).length / judged.length
  const declared = judged.filter(({ radius }) => radius !== null)
  const held = declared.filter(({ metres, radius }) => metres !== null && radius !== null && metres <= radius)
  return {
    found: within(Number.POSITIVE_INFINITY),
    within60: within(60),
    within200: within(200),
    declared: declared.length,
    held: declared.length === 0 ? 1 : held.length / declared.length,
  }
}

/** The files of official addresses that have these: one of entrances and one of lots. */
export async function writeOfficialFiles(addresses: readonly PublicAddress[]): Promise<string[]> {
  const rows = addresses.flatMap(({ typed, address, lat, lng }): { entrance: string; lot: string | null }[] => {
    const { before, road, number } = parseTypedAddress(address)
    if (road === null || number === null) return []
    const town = before.findLast((word) => /[읍면]$/.test(word))
    const [province = '', ...districts] = before.filter((word) => word !== town)
    const area = { province, district: districts.join(' '), roadCode: codeOf([...before, road].join(' ')) }
    const { main, sub } = number
    const lot = parseTypedAddress(typed)
    const underground = number.isUnderground ? ('1' as const) : ('0' as const)
    const entrance = entranceLine({ ...area, town: town ?? '가나동', road, main, sub, underground, at: { lat, lng } })
    if (lot.lot === null) return [{ entrance, lot: null }]
    const [village, ...towns] = lot.before.filter((word) => /[동리가읍면]$/.test(word)).toReversed()
    const names = towns[0] === undefined ? { town: village ?? '' } : { town: towns[0], village: village ?? '' }
    const { isMountain, main: lotMain, sub: lotSub } = lot.lot
    const line = lotLine({
      ...area,
      ...names,
      mountain: isMountain ? '1' : '0',
      main: lotMain,
      sub: lotSub,
      buildingMain: main,
      buildingSub: sub,
    })
    return [{ entrance, lot: line }]
  })
  return [
    await writeAddressFile(
      'entrc_judged.txt',
      rows.map(({ entrance }) => entrance),
    ),
    await writeAddressFile(
      'match_jibun_judged.txt',
      rows.flatMap(({ lot }) => lot ?? []),
    ),
  ]
}

function codeOf(road: string): string {
  const number = Number.parseInt(createHash('sha256').update(road).digest('hex').slice(0, 10), 16)
  return String(100_000_000_000 + (number % 899_999_999_999))
}
