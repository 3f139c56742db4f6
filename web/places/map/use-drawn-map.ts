import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { isLandmarkCategory } from '#rules/places.ts'
import { type ExecuteGraphql, graphql, useGraphql } from '../../graphql.ts'
import { geocode, reverseGeocode, searchPlaces } from '../place-query.ts'
import {
  type DrawnMap,
  hasOperatorTiles,
  type MapOptions,
  type MapProvider,
  PLACE_ZOOM,
  type Position,
  type TileSource,
} from './provider.ts'
import { NOTHING_COVERED } from './visible-area.ts'

export type InitialView = { center: Position; zoom: number }
type MapStatus = 'initialized' | 'loading' | 'success' | 'failure'

/** Distance from the window at which a map begins to load. */
const LOAD_MARGIN = '200px'
/** For a map that is only looked at: drawing it below the first view would keep a slow phone busy for a second. */
const STATIC_MARGIN = '0px'

type DrawnMapOptions = Omit<MapOptions, 'center' | 'zoom'> & {
  /** Returns the initial view; called when the map comes near the window. */
  start: (provider: MapProvider) => InitialView | Promise<InitialView>
}

export function useDrawnMap(
  box: RefObject<HTMLElement | null>,
  options: DrawnMapOptions,
): { map: DrawnMap | null; status: MapStatus; error: unknown; attempt: number; retry: () => void } {
  const client = useQueryClient()
  const graphql = useGraphql()
  const [map, setMap] = useState<DrawnMap | null>(null)
  const [status, setStatus] = useState<MapStatus>('initialized')
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const isNear = useIsNear(box, options.isStatic ? STATIC_MARGIN : LOAD_MARGIN)
  const latest = useEffectEvent(() => options)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt draws the map again
  useEffect(() => {
    if (!isNear) return
    let isGone = false
    let drawn: DrawnMap | null = null
    const draw = async () => {
      const provider = await loadProvider(client, graphql)
      const start = await latest().start(provider)
      if (isGone || !box.current) return
      drawn = await provider.draw(box.current, { ...start, ...latestCallbacks(latest) })
      if (isGone) return drawn.remove()
      setMap(drawn)
      setStatus('success')
    }
    setStatus('loading')
    draw().catch((reason: unknown) => {
      if (isGone) return
      setError(reason)
      setStatus('failure')
    })
    return () => {
      isGone = true
      drawn?.remove()
      setMap(null)
    }
  }, [isNear, client, graphql, attempt])

  const retry = useCallback(() => setAttempt((number) => number + 1), [])
  return { map, status, error, attempt, retry }
}

/** A map is drawn once, so its options call the callbacks of the latest rendering. */
function latestCallbacks(latest: () => DrawnMapOptions): Omit<MapOptions, 'center' | 'zoom'> {
  const { isStatic, focusable, covered, onMove, onPress, onMarker, onPinMove, onCredit } = latest()
  return {
    ...(isStatic && { isStatic }),
    ...(focusable && { focusable }),
    ...(covered && { covered: () => latest().covered?.() ?? NOTHING_COVERED }),
    ...(onMove && { onMove: (view, isZoomed) => latest().onMove?.(view, isZoomed) }),
    ...(onPress && { onPress: (position) => latest().onPress?.(position) }),
    ...(onMarker && { onMarker: (key) => latest().onMarker?.(key) }),
    ...(onCredit && { onCredit: (credits) => latest().onCredit?.(credits) }),
    ...(onPinMove && { onPinMove: (position) => latest().onPinMove?.(position) }),
  }
}

function useIsNear(box: RefObject<HTMLElement | null>, rootMargin: string): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        setIsNear(true)
      },
      { rootMargin },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box, rootMargin])
  return isNear
}

/** Loads the code of the map that the site uses: Kakao's if there is a key, else our own. */
export async function loadProvider(client: QueryClient, execute: ExecuteGraphql): Promise<MapProvider> {
  const settings = await client.fetchQuery(mapSettingsQuery(execute))
  if (settings.kakao_key !== null && settings.kakao_url !== null) {
    return (await import('./kakao/kakao.ts')).kakaoProvider(settings.kakao_key, settings.kakao_url)
  }
  return leafletProvider(execute, settings)
}

const getMapSettings = graphql(/* GraphQL */ `
  query getMapSettings @kept { getMapSettings { kakao_key kakao_url tiles_url pmtiles_url } }
`)

function mapSettingsQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['map_settings'],
    queryFn: ({ signal }) => getMapSettings(execute, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/** Our own map and places: no key and, unless tiles are configured, no other host. */
export function leafletProvider(execute: ExecuteGraphql, tiles: TileSource): MapProvider {
  return {
    farZoom: hasOperatorTiles(tiles) ? PLACE_ZOOM : ISLAND_ZOOM,
    draw: async (element, options) => {
      // In parallel, because each waits for a phone's network.
      const isBundled = !hasOperatorTiles(tiles)
      const [{ drawLeafletMap }] = await Promise.all([
        import('./leaflet/map.ts'),
        isBundled && import('./leaflet/korea/korea-layer.ts'),
      ])
      return drawLeafletMap(element, options, tiles)
    },
    searchPlaces: async (keyword, near) => {
      const places = await searchPlaces(execute, { keyword, ...near })
      return places.map((place) => ({ ...place, isLandmark: isLandmarkCategory(place.category) }))
    },
    geocode: (address) => geocode(execute, { address }),
    addressOf: async ({ lat, lng }) => {
      const found = await reverseGeocode(execute, { lat, lng })
      // The number is an estimate, which the stored address must say.
      return found?.road_address ? `${found.road_address} 근처` : (found?.address_name ?? null)
    },
  }
}

const ISLAND_ZOOM = 9
