import { isLandmark } from '#rules/places.ts'
import type { ExecuteGraphql } from '../../../graphql.ts'
import { geocode, reverseGeocode, searchPlaces } from '../../place-query.ts'
import { hasOwnSource, type MapProvider, PLACE_ZOOM, type Tiles } from '../provider.ts'

/** Our own map and places: no key and, unless tiles are configured, no other host. */
export function leafletProvider(execute: ExecuteGraphql, tiles: Tiles): MapProvider {
  return {
    name: 'own',
    zoom: PLACE_ZOOM,
    farZoom: hasOwnSource(tiles) ? PLACE_ZOOM : ISLAND_ZOOM,
    draw: async (element, options) => {
      // At once, because each waits for a phone's network.
      const isBundled = !hasOwnSource(tiles)
      const [{ drawLeafletMap }] = await Promise.all([
        import('./map.ts'),
        isBundled && import('./korea/korea-layer.ts'),
      ])
      return drawLeafletMap(element, options, tiles)
    },
    searchPlaces: async (keyword, near) => {
      const places = await searchPlaces(execute, { keyword, ...near })
      return places.map((place) => ({ ...place, isLandmark: isLandmark(place.category) }))
    },
    geocode: (address) => geocode(execute, { address }),
    addressOf: async ({ lat, lng }) => {
      const found = await reverseGeocode(execute, { lat, lng })
      // The number is an estimate, which the stored address must say.
      return found?.road_address ? `${found.road_address} 근처` : (found?.address_name ?? null)
    },
  }
}

/** Shows the whole island around the fallback. */
const ISLAND_ZOOM = 9
