import { initialOf, isInitial } from './hangul.ts'
import type { Precision } from './places.ts'
import type { Position } from './position.ts'

/**
 * What a keyword names among the places found for it: on the map, and on the search page if no post has the keyword.
 * Beside posts and while somebody types, the server decides (`suggestLandmarks`), which ranks all places itself.
 */

/** Shortest name, also without its ending: with one syllable, nearly every keyword would be a name. */
export const SHORTEST_NAME = 2

/** Fewest initial consonants that name a place: two fit dozens of stations. */
export const FEWEST_INITIALS = 3

/** Most areas of one name: '중구' is in six cities. */
export const MOST_AREAS = 6

/** A place or area that a search found; only areas have a precision. */
type Place = Readonly<{ place_name: string; address_name: string; precision: Precision | null; position: Position }>

/** Endings of areas that people leave out: '마포' is 마포구. */
const AREA_ENDING = /(특별자치시|특별자치도|특별시|광역시|[시도군구읍면동])$/

type Named<Found> = {
  areas: readonly Found[]
  /** A station, market or sight. */
  place: Found | undefined
}

/** What a keyword names, as paths of areas and as a position. */
export function namedBy(keyword: string, places: readonly Place[]) {
  const { areas, place } = placesNamedBy(keyword, places)
  return {
    areas: areas.map(({ address_name }) => address_name.replaceAll(' ', '/')),
    place: place ? { name: place.place_name, position: place.position } : null,
  }
}

/**
 * Of the places found for a keyword, those that it names: areas whose name is its last word, with or without the ending,
 * and the first other place. An area with exactly that name excludes those that match only without an ending. Initial
 * consonants (초성) name what has them all.
 */
export function placesNamedBy<Found extends Place>(keyword: string, places: readonly Found[]): Named<Found> {
  const word = keyword.slice(keyword.lastIndexOf(' ') + 1)
  if ([...word].every(isInitial)) return namedByInitials(word, places)
  const areas = places.filter(({ precision }) => precision !== null)
  const whole = areas.filter(({ place_name }) => place_name === word)
  const meant = whole.length > 0 ? whole : areas.filter(({ place_name }) => isShortArea(word, place_name))
  // 중구 is no short name of 중구청역.
  const isMeant = (name: string) =>
    [keyword, word, `${word}역`].includes(name) || (!whole[0] && isShortStation(word, name))
  const place = places.find(({ precision, place_name }) => precision === null && isMeant(place_name))
  return { areas: meant, place }
}

/** 'ㅎㄷㅇㄱ' is 홍대입구역, 'ㅁㅇㄷ' is 망원동. */
function namedByInitials<Found extends Place>(word: string, places: readonly Found[]): Named<Found> {
  if (word.length < FEWEST_INITIALS) return { areas: [], place: undefined }
  const named = places.filter(({ place_name, precision }) => {
    const initials = [...place_name].map(initialOf).join('')
    return initials === word || (precision === null && place_name.endsWith('역') && initials === `${word}ㅇ`)
  })
  const areas = named.filter(({ precision }) => precision !== null)
  return { areas, place: named.find(({ precision }) => precision === null) }
}

function isShortArea(word: string, name: string): boolean {
  return word.length >= SHORTEST_NAME && name.replace(AREA_ENDING, '') === word
}

/** '홍대' means 홍대입구역. */
function isShortStation(word: string, name: string): boolean {
  return word.length >= SHORTEST_NAME && name.startsWith(word) && name.endsWith('역')
}
