import * as v from 'valibot'
import type { PlacesConfig } from '../../../platform/config/services-config.ts'
import type { FoundPlace, Near } from '../found-place.ts'

/** Days for which a response is reused, unless the service's terms allow less. */
export const CACHE_DAYS = 30

const LIMIT = '10'

const shared = {
  attribution: '© OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
  keptDays: CACHE_DAYS,
  pause: 1,
} as const

const nominatimSchema = v.array(
  v.object({
    name: v.optional(v.string(), ''),
    display_name: v.string(),
    lat: v.pipe(v.string(), v.transform(Number), v.number()),
    lon: v.pipe(v.string(), v.transform(Number), v.number()),
  }),
)

export function nominatimProvider(base: string): Provider {
  return {
    ...shared,
    name: 'nominatim',
    requestOf(keyword) {
      const url = new URL(`${base}/search`)
      const parameters = { q: keyword, format: 'jsonv2', countrycodes: 'kr', 'accept-language': 'ko', limit: LIMIT }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return { url, headers: {} }
    },
    read: (response) =>
      v.parse(nominatimSchema, response).map((place) => ({
        name: place.name || (place.display_name.split(', ')[0] ?? ''),
        address: koreanOrder(place.display_name, place.name),
        category: null,
        lat: place.lat,
        lng: place.lon,
        source: 'nominatim',
      })),
  }
}

/** Reverses '노형동, 제주시, 제주특별자치도, 63082, 대한민국', without country, postcode and the place itself. */
function koreanOrder(displayName: string, name: string): string {
  const parts = displayName.split(', ').filter((part) => part !== '대한민국' && !/^\d{5}$/.test(part) && part !== name)
  return parts.toReversed().join(' ')
}

const text = v.optional(v.string())
const photonSchema = v.object({
  features: v.array(
    v.object({
      geometry: v.object({ coordinates: v.tuple([v.number(), v.number()]) }),
      properties: v.object({
        name: text,
        state: text,
        county: text,
        city: text,
        district: text,
        street: text,
        housenumber: text,
      }),
    }),
  ),
})

/** https://github.com/komoot/photon */
export function photonProvider(base: string): Provider {
  return {
    ...shared,
    name: 'photon',
    requestOf(keyword) {
      const url = new URL(`${base}/api`)
      const parameters = { q: keyword, limit: LIMIT, bbox: '124,32.5,132.5,39.5' }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return { url, headers: {} }
    },
    read: (response) =>
      v.parse(photonSchema, response).features.flatMap(({ geometry, properties }) => {
        const [lng, lat] = geometry.coordinates
        const { name, state, county, city, district, street, housenumber } = properties
        const address = [state, county, city, district, street, housenumber].filter((part) => part && part !== name)
        return name ? [{ name, address: address.join(' '), category: null, lat, lng, source: 'photon' }] : []
      }),
  }
}

/** https://developers.kakao.com/docs/latest/ko/local/dev-guide#search-by-keyword */
const responseSchema = v.object({
  documents: v.array(
    v.object({
      place_name: v.string(),
      category_name: v.optional(v.string(), ''),
      address_name: v.optional(v.string(), ''),
      road_address_name: v.optional(v.string(), ''),
      x: v.pipe(v.string(), v.transform(Number), v.number()),
      y: v.pipe(v.string(), v.transform(Number), v.number()),
    }),
  ),
})

/** Responses are not stored, because Kakao's terms of use are not known to allow it. */
export function kakaoProvider({ kakaoRestUrl }: PlacesConfig, key: string): Provider {
  return {
    name: 'kakao',
    attribution: '장소 검색: 카카오',
    url: 'https://map.kakao.com',
    keptDays: null,
    pause: null,
    requestOf(keyword, near) {
      const url = new URL('/v2/local/search/keyword.json', kakaoRestUrl)
      url.searchParams.set('query', keyword)
      // Rounded to a kilometre, so that no exact position is sent.
      if (near) {
        url.searchParams.set('y', near.lat.toFixed(2))
        url.searchParams.set('x', near.lng.toFixed(2))
      }
      return { url, headers: { authorization: `KakaoAK ${key}` } }
    },
    read: (response) =>
      v.parse(responseSchema, response).documents.map((place) => ({
        name: place.place_name,
        address: place.road_address_name || place.address_name,
        category: place.category_name.split(' > ').at(-1) || null,
        lat: place.y,
        lng: place.x,
        source: 'kakao',
      })),
  }
}

/** An online service that finds places. */
export type Provider = Readonly<{
  name: string
  attribution: string
  url: string
  requestOf(keyword: string, near: Near): { url: URL; headers: Record<string, string> }
  /** @throws {Error} when the response does not have the documented shape */
  read(response: unknown): FoundPlace[]
  /** Days for which responses may be stored; null if the service's terms are not known to allow it. */
  keptDays: number | null
  /** Seconds between two requests of the whole site; null if the service sets none. */
  pause: number | null
}>
