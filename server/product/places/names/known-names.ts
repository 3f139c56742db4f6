import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { initialConsonantOf, keystrokesOf } from '#rules/hangul.ts'
import { normalForm } from '#rules/normal-form.ts'
import type { Position } from '#rules/position.ts'
import { type Database, perDatabase, type Queryable } from '../../../platform/database/connect.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { renormalize } from '../../search/search-text.ts'
import { getLatinIndexKeys } from '../../search/spelling.ts'
import { areaSearchText } from '../address.ts'
import { isLandmark } from '../find-places.ts'
import type { FoundPlace } from '../found-place.ts'
import { ADDRESSES_KEY, bundledExtras } from '../import/sources.ts'
import { builtInAreas, readKoreaTable } from '../korea-areas.ts'
import { newDistricts } from '../renamed-areas.ts'
import { formsOfName, type WrittenForm } from './name-forms.ts'

/** An area or landmark. `normal` is its name with the areas around it, in normal form; `near` the part of an area that is meant, such as a village. */
export type KnownPlace = FoundPlace & Readonly<{ normal: string; near?: Position }>

/** A form of a place's name, with the keystrokes and the initial consonants of its text. */
export type NameForm = WrittenForm &
  Readonly<{
    place: KnownPlace
    keys: string
    initials: string
  }>

/** Index of all areas and landmarks by the forms of their names. */
export type NameIndex = Readonly<{
  places: readonly KnownPlace[]
  /** Areas by address. */
  areas: ReadonlyMap<string, KnownPlace>
  forms: readonly NameForm[]
  byText: ReadonlyMap<string, readonly NameForm[]>
  byFirstKeys: ReadonlyMap<string, readonly NameForm[]>
  byInitials: ReadonlyMap<string, readonly NameForm[]>
  byEnglish: ReadonlyMap<string, readonly NameForm[]>
  byLine: ReadonlyMap<string, readonly KnownPlace[]>
}>

/**
 * Limit of areas, and of landmarks, in memory: some 2 kB each. The bundle has 6,900 and 8,600; an operator may import
 * more.
 */
const MOST_PLACES = 20_000

/** Shorter English names would be parts of ordinary words. */
const SHORTEST_ENGLISH = 3

/** Number of first keystrokes under which names are indexed, for look-ups of names that begin with a text. */
export const FIRST_KEYS = 3

/** Milliseconds of indexing between two pauses for requests; not shorter, because under load each pause is long. */
const SLICE_MS = 50

/** Delay after the start, so that the first pages are rendered before indexing takes a second of CPU. */
const FIRST_LOOK_MS = 1000

/** Interval at which imports by other processes are noticed. */
const LOOK_AGAIN_MS = 5000

const kept = perDatabase((): { edition: string; names: Promise<NameIndex> | null } => ({ edition: '', names: null }))

/** The index of names, kept in memory; the first call after the start or an import loads it. */
export async function getNameIndex(db: Database): Promise<NameIndex> {
  const edition = await editionOf(db)
  const known = kept(db)
  if (known.names && known.edition === edition) return known.names
  const names = loadNames(db)
  Object.assign(known, { edition, names })
  names.catch(() => {
    known.names = null
  })
  return names
}

/**
 * Loads the index of names soon after the start and after imports, so that no search waits seconds for it. Returns a function
 * that stops it.
 */
export function keepNameIndexLoaded(
  db: Database,
  { firstLookMs = FIRST_LOOK_MS, lookAgainMs = LOOK_AGAIN_MS } = {},
): () => void {
  const look = () => void getNameIndex(db).catch(() => {})
  const first = setTimeout(look, firstLookMs).unref()
  const timer = setInterval(look, lookAgainMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}

const sourcesWithoutNames = [...Object.values(bundledExtras), ADDRESSES_KEY]

/** Version of the stored areas and landmarks: changes with every import except of roads, shops and addresses. */
async function editionOf(db: Queryable): Promise<string> {
  const { rows } = await sql<{ edition: string }>`${prepared}
    select count(*) || ' ' || coalesce(max(imported_at)::text, '') as edition from place_sources
    where key <> all(${sourcesWithoutNames})`.execute(db)
  return rows[0]?.edition ?? ''
}

async function loadNames(db: Queryable): Promise<NameIndex> {
  const [areas, landmarks] = await Promise.all([loadAreas(db), loadLandmarks(db)])
  const addresses = new Set(areas.map(({ address }) => address))
  const known = [...areas, ...builtIn.filter(({ address }) => !addresses.has(address))]
  return indexNames([...known, ...districtsOf(known), ...landmarks])
}

/** Districts newer than the gazetteer, each positioned in the middle of its parts. */
function districtsOf(known: readonly KnownPlace[]): KnownPlace[] {
  const byAddress = new Map(known.map((place) => [place.address, place]))
  return [...newDistricts].flatMap(([address, areas]) => {
    const parts = areas.flatMap((area) => byAddress.get(area) ?? [])
    if (parts.length === 0) return []
    const middle = (of: (place: KnownPlace) => number) => parts.reduce((sum, part) => sum + of(part), 0) / parts.length
    const words = address.split(' ')
    const normal = normalForm(areaSearchText(words))
    const name = words.at(-1) ?? address
    const position = { lat: middle(({ lat }) => lat), lng: middle(({ lng }) => lng) }
    return [{ name, address, category: null, level: 2, ...position, source: 'built-in', normal }]
  })
}

/** Indexes the forms of the places' names, with pauses in which requests run. */
export async function indexNames(places: readonly KnownPlace[]): Promise<NameIndex> {
  const forms: NameForm[] = []
  const byText = new Map<string, NameForm[]>()
  const byFirstKeys = new Map<string, NameForm[]>()
  const byInitials = new Map<string, NameForm[]>()
  const byEnglish = new Map<string, NameForm[]>()
  let since = performance.now()
  for (const place of places) {
    for (const form of nameFormsOf(place)) {
      add(byText, form.text, form)
      if (form.kind === 'former') continue
      forms.push(form)
      add(byFirstKeys, form.keys.slice(0, FIRST_KEYS), form)
      add(byInitials, form.initials, form)
      for (const key of new Set(getLatinIndexKeys(form.text)))
        if (key.length >= SHORTEST_ENGLISH) add(byEnglish, key, form)
    }
    if (performance.now() - since < SLICE_MS) continue
    await nextTurn()
    since = performance.now()
  }
  const areas = new Map(places.filter(({ level }) => level !== undefined).map((area) => [area.address, area]))
  return { places, areas, forms, byText, byFirstKeys, byInitials, byEnglish, byLine: stationsByLine(places) }
}

function stationsByLine(places: readonly KnownPlace[]): Map<string, KnownPlace[]> {
  const stations = places
    .filter(({ tags }) => tags && tags !== TRAINS)
    .toSorted((a, b) => popularityOf(b) - popularityOf(a))
  const byLine = new Map<string, KnownPlace[]>()
  for (const station of stations) for (const line of station.tags?.split(',') ?? []) add(byLine, line, station)
  return byLine
}

/** `tags` of a station without a metro line. */
const TRAINS = '철도'

function add<Value>(index: Map<string, Value[]>, key: string, value: Value): void {
  const same = index.get(key)
  if (same) same.push(value)
  else index.set(key, [value])
}

function nameFormsOf(place: KnownPlace): NameForm[] {
  return formsOfName(place).map((form) => toNameForm(place, form))
}

/** Adds to a form its place and its keys for look-ups. */
export function toNameForm(place: KnownPlace, form: WrittenForm): NameForm {
  const initials = [...form.text].map(initialConsonantOf).join('')
  return { ...form, place, keys: keystrokesOf(form.text), initials }
}

async function loadAreas(db: Queryable): Promise<KnownPlace[]> {
  const { rows } = await sql<KnownPlace>`
    select distinct on (a.address) a.name, a.address, null as category, a.level, a.lat, a.lng, a.normal, s.key as source
    from place_areas a join place_sources s on s.id = a.source_id
    order by a.address, s.is_bundled, a.level, a.source_id limit ${sql.lit(MOST_PLACES)}`.execute(db)
  return rows.map(withNormal)
}

async function loadLandmarks(db: Queryable): Promise<KnownPlace[]> {
  const { rows } = await sql<KnownPlace>`
    select p.name, p.category, p.tags, coalesce(p.road_address, p.address, '') as address, p.lat, p.lng, p.normal,
      s.key as source
    from places p join place_sources s on s.id = p.source_id
    where ${isLandmark} order by s.is_bundled, p.id limit ${sql.lit(MOST_PLACES)}`.execute(db)
  return rows.map(withNormal)
}

function withNormal<Place extends { normal: string }>(place: Place): Place {
  return { ...place, normal: renormalize(place.normal) }
}

const builtIn: readonly KnownPlace[] = builtInAreas.map(({ address, level, lat, lng }) => {
  const words = address.split(' ')
  const normal = normalForm(areaSearchText(words))
  return { name: words.at(-1) ?? address, address, category: null, level, lat, lng, source: 'built-in', normal }
})

/**
 * Number of food shops around areas and landmarks of the bundle, by address and name
 * (`korea/tools/bundle/popularity.ts`); larger areas sum those of their 동.
 */
function readPopularity(): Map<string, number> {
  const around = new Map<string, number>()
  for (const [shops, address = '', ...name] of readKoreaTable('popularity.tsv.gz')) {
    around.set([address, ...name].join('\t'), Number(shops))
    const district = address.slice(0, address.lastIndexOf(' '))
    for (
      let area = district;
      name.length === 0 && area !== '';
      area = area.slice(0, Math.max(0, area.lastIndexOf(' ')))
    )
      around.set(area, (around.get(area) ?? 0) + Number(shops))
  }
  return around
}

let shopsAround: ReadonlyMap<string, number> | undefined

type Named = Readonly<{ name: string; address: string; level?: number; shops?: number }>

/** Binary logarithm of the number of food shops around an area or landmark. */
export function popularityOf({ name, address, level, shops }: Named): number {
  shopsAround ??= readPopularity()
  return Math.log2(1 + (shops ?? shopsAround.get(level === undefined ? `${address}\t${name}` : address) ?? 0))
}
