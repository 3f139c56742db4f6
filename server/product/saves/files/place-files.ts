import { paths } from '#rules/paths.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { loadCollectionsOf, loadSavesOf } from '../account-saves.ts'
import { type FilePlace, type PlaceFormat, placeFormats } from './write-places.ts'

/** A list or collection of an account, as it is written into files. */
export type PlaceList = Readonly<{
  /** `want`, `been`, or the id of a collection. */
  key: string
  title: string
  places: readonly FilePlace[]
}>

const titles = { want: '가고 싶어요', been: '다녀왔어요' } as const

type Entry = Readonly<{
  postId: number
  placeId?: string | null
  title: string | null
  place_name: string | null
  address: string | null
  lat: number | null
  lng: number | null
  note?: string
  category?: string | null
  savedAt?: Date
}>

/** Loads the lists and collections of an account, without places that are hidden from it. */
export async function loadPlaceLists(db: Queryable, accountId: number, origin: string): Promise<PlaceList[]> {
  const saves = await loadSavesOf(db, accountId)
  const collections = await loadCollectionsOf(db, accountId)
  const placesOf = (entries: readonly Entry[]) => entries.flatMap((entry) => placeOf(entry, origin))
  return [
    ...(['want', 'been'] as const).map((key) => ({
      key,
      title: titles[key],
      places: placesOf(saves.filter(({ list }) => list === key)),
    })),
    ...collections.map(({ id, name, entries }) => ({ key: id, title: name, places: placesOf(entries) })),
  ]
}

function placeOf({ postId, placeId = null, title, place_name, ...entry }: Entry, origin: string): FilePlace[] {
  const name = place_name ?? title
  if (name === null) return []
  const { address, lat, lng, note = '', category = null, savedAt = null } = entry
  const path = placeId === null ? paths.post : paths.place
  const link = origin + path.replace('$id', placeId ?? String(postId))
  return [{ name, address, lat, lng, note, category, link, savedAt }]
}

export function renderPlaceFile({ title, places }: PlaceList, format: PlaceFormat): Buffer {
  return Buffer.from(placeFormats[format].write(title, places), 'utf8')
}

/** Makes a file of each list and collection that has a place, in each format, for the export of the account. */
export async function collectPlaceFiles(
  db: Queryable,
  accountId: number,
  origin: string,
): Promise<{ name: string; content: Buffer }[]> {
  const lists = (await loadPlaceLists(db, accountId, origin)).filter(({ places }) => places.length > 0)
  return lists.flatMap((list) =>
    (Object.keys(placeFormats) as PlaceFormat[]).map((format) => ({
      name: `places/${list.key}.${format}`,
      content: renderPlaceFile(list, format),
    })),
  )
}
