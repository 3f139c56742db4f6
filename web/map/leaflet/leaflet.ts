import type { ExecuteGraphql } from '../../graphql.ts'
import { geocode, reverseGeocode, searchPlaces } from '../place-queries.ts'
import { type MapProvider, PLACE_ZOOM } from '../provider.ts'
import { hasStreets, type Tiles } from './tiles.ts'

/** Our own map and our own places, with no key and, unless tiles are configured, no other host. */
export function ownProvider(execute: ExecuteGraphql, tiles: Tiles): MapProvider {
  return {
    name: 'own',
    zoom: hasStreets(tiles) ? PLACE_ZOOM : ZOOM_WITHOUT_STREETS,
    farZoom: hasStreets(tiles) ? PLACE_ZOOM : ISLAND_ZOOM,
    draw: async (element, options) => {
      const { drawOwnMap } = await import('./map.ts')
      return drawOwnMap(element, options, tiles)
    },
    searchPlaces: (keyword, near) => searchPlaces(execute, { keyword, ...near }),
    geocode: (address) => geocode(execute, address),
    addressOf: async (position) => (await reverseGeocode(execute, position))?.address_name ?? null,
  }
}

/** Kakao's level 3, and half as near without streets: nearer there would be neither a station nor a name in most places. */
const ZOOM_WITHOUT_STREETS = PLACE_ZOOM - 1
/** With all of the island around the fallback. */
const ISLAND_ZOOM = 9
