import * as v from 'valibot'
import type { PlacesConfig } from '../../config/places-config.ts'
import type { Provider } from './provider.ts'

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
      // Rounded to a kilometre, so that nobody's exact position is sent.
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
