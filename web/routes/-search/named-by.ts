import type { SearchPlacesQuery } from '#contract/operations.gen.ts'
import { initialOf, isInitial } from '#rules/hangul.ts'

type Place = Pick<SearchPlacesQuery['searchPlaces'][number], 'place_name' | 'address_name' | 'precision' | 'position'>

/** Endings of areas that people leave out: '마포' is 마포구. */
const AREA_ENDING = /(특별자치시|특별자치도|특별시|광역시|[시도군구읍면동])$/

/** Shortest name without its ending: with one syllable, nearly every keyword would be a name. */
const SHORTEST = 2

/** Fewest initial consonants that name a place: two fit dozens of stations. */
const FEWEST_INITIALS = 3

/**
 * Of the places found for a keyword, those that it names: the paths of areas whose name is its last word, with or without
 * the ending, and the first other place. An area with exactly that name excludes those that match only without an ending.
 * Initial consonants (초성) name what has them all.
 */
export function namedBy(keyword: string, places: readonly Place[]) {
  const word = keyword.slice(keyword.lastIndexOf(' ') + 1)
  if ([...word].every(isInitial)) return namedByInitials(word, places)
  const areas = places.filter(({ precision }) => precision !== null)
  const whole = areas.filter(({ place_name }) => place_name === word)
  const meant = whole.length > 0 ? whole : areas.filter(({ place_name }) => isShortArea(word, place_name))
  // 중구 is no short name of 중구청역.
  const isMeant = (name: string) =>
    [keyword, word, `${word}역`].includes(name) || (!whole[0] && isShortStation(word, name))
  const place = places.find(({ precision, place_name }) => precision === null && isMeant(place_name))
  return present(meant, place)
}

/** 'ㅎㄷㅇㄱ' is 홍대입구역, 'ㅁㅇㄷ' is 망원동. */
function namedByInitials(word: string, places: readonly Place[]) {
  if (word.length < FEWEST_INITIALS) return present([], undefined)
  const named = places.filter(({ place_name, precision }) => {
    const initials = [...place_name].map(initialOf).join('')
    return initials === word || (precision === null && place_name.endsWith('역') && initials === `${word}ㅇ`)
  })
  const areas = named.filter(({ precision }) => precision !== null)
  return present(
    areas,
    named.find(({ precision }) => precision === null),
  )
}

function present(areas: readonly Place[], place: Place | undefined) {
  return {
    areas: areas.map(({ address_name }) => address_name.replaceAll(' ', '/')),
    place: place ? { name: place.place_name, ...place.position } : null,
  }
}

function isShortArea(word: string, name: string): boolean {
  return word.length >= SHORTEST && name.replace(AREA_ENDING, '') === word
}

/** '홍대' means 홍대입구역. */
function isShortStation(word: string, name: string): boolean {
  return word.length >= SHORTEST && name.startsWith(word) && name.endsWith('역')
}
