import { type ImportFailure, importLimits, type RowFault } from '#rules/place-imports.ts'
import { cleanLine, cleanText, cutCharacters } from '#rules/text.ts'
import { isInKorea } from '../../places/import/import-shops.ts'

/** A place as the file has it. */
export type ImportedRow = Readonly<{
  file: string | null
  /** Line of a table, or number of the place in another file, counted from 1. */
  line: number
  name: string
  address: string | null
  lat: number | null
  lng: number | null
  note: string
  link: string | null
}>

export type BadRow = Readonly<{ file: string | null; line: number; fault: RowFault }>

export type ParsedFile = Readonly<{ rows: readonly ImportedRow[]; bad: readonly BadRow[] }>

/** A file that cannot be imported. */
export class RefusedFile extends Error {
  readonly failure: ImportFailure

  constructor(failure: ImportFailure) {
    super(`the file is refused: ${failure}`)
    this.name = 'RefusedFile'
    this.failure = failure
  }
}

/** A row before validation: its values as the file has them, of any type. */
export type RawRow = Readonly<{
  line: number
  name: unknown
  address?: unknown
  lat?: unknown
  lng?: unknown
  note?: unknown
  link?: unknown
}>

/** Collects the rows of all files of an import. */
export class Rows {
  readonly rows: ImportedRow[] = []
  readonly bad: BadRow[] = []
  readonly #known = new Set<string>()
  #file: string | null = null

  /** Sets the file of an archive that the rows added next come from. */
  begin(file: string): void {
    this.#file = cutCharacters(cleanLine(file), importLimits.name) || null
  }

  /** Validates and adds a row, unless it repeats one of the import. @throws {RefusedFile} */
  add({ line, name: givenName, address: givenAddress, note: givenNote, link: givenLink, ...at }: RawRow): void {
    const link = textOf(givenLink, cleanLine, importLimits.link)
    const address = textOf(givenAddress, cleanLine, importLimits.address)
    const name = textOf(givenName, cleanLine, importLimits.name)
    const position = positionOf(at) ?? positionOfLink(link)
    if (name === '' || position === 'abroad') {
      this.leaveOut(line, name === '' ? 'name' : 'abroad')
      return
    }
    const place = { name, address: address || null, lat: position?.lat ?? null, lng: position?.lng ?? null }
    const note = textOf(givenNote, cleanText, importLimits.note)
    const key = JSON.stringify([place, note, link])
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.#requireRoom()
    this.rows.push({ file: this.#file, line, ...place, note, link: link || null })
  }

  /** Records a row that cannot be imported, and why. @throws {RefusedFile} */
  leaveOut(line: number, fault: RowFault): void {
    this.#requireRoom()
    this.bad.push({ file: this.#file, line, fault })
  }

  #requireRoom(): void {
    if (this.rows.length + this.bad.length >= importLimits.rows) throw new RefusedFile('tooMany')
  }
}

function textOf(value: unknown, clean: (text: string) => string, limit: number): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  // Cleaning a long text takes time, so it is cut first.
  return cutCharacters(clean(cutCharacters(String(value).slice(0, limit * 8), limit * 4)), limit).trim()
}

type GivenPosition = Readonly<{ lat?: unknown; lng?: unknown }>
type At = Readonly<{ lat: number; lng: number }>

/** The position of a row; null without one, 'abroad' outside Korea. Puts swapped coordinates, as many programs write them, in order. */
function positionOf({ lat: givenLat, lng: givenLng }: GivenPosition): At | 'abroad' | null {
  const [lat, lng] = [numberOf(givenLat), numberOf(givenLng)]
  if (lat === null || lng === null) return null
  // Google writes 0, 0 for places that it does not locate.
  if (lat === 0 && lng === 0) return null
  if (isInKorea({ lat, lng })) return { lat, lng }
  if (isInKorea({ lat: lng, lng: lat })) return { lat: lng, lng: lat }
  return 'abroad'
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

const COORDINATE = String.raw`(-?\d{1,3}\.\d+)`

/** Patterns of positions in Google Maps links, the most exact first. */
const IN_LINKS = [
  new RegExp(`!3d${COORDINATE}!4d${COORDINATE}`),
  new RegExp(String.raw`/(?:search|place)/${COORDINATE},\+?${COORDINATE}`),
  new RegExp(`[?&](?:q|query|ll)=${COORDINATE},${COORDINATE}`),
]

function positionOfLink(link: string): At | 'abroad' | null {
  for (const pattern of IN_LINKS) {
    const [, lat, lng] = pattern.exec(link.replaceAll('%2C', ',')) ?? []
    if (lat !== undefined) return positionOf({ lat, lng })
  }
  return null
}
