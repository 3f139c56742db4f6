import { areaPrecision } from '#rules/precision.ts'
import type { FoundPlace } from '../provider.ts'

/** Kakao's groups of stations and of sights. */
const LANDMARK_GROUPS: ReadonlySet<string> = new Set(['SW8', 'AT4'])
/** Kakao's category of markets, which are in no group. */
const MARKETS = '가정,생활 > 시장'

type KakaoPlace = kakao.maps.services.PlacesSearchResultItem

function isLandmark(place: KakaoPlace): boolean {
  const [group, category] = [String(place.category_group_code), String(place.category_name)]
  return LANDMARK_GROUPS.has(group) || category === MARKETS || category.startsWith(`${MARKETS} >`)
}

/** One of Kakao's results, at this index of the list, in the form of all providers. */
export function presentPlace(place: KakaoPlace, index: number): FoundPlace {
  return {
    position: { lat: Number(place.y), lng: Number(place.x) },
    place_name: place.place_name,
    address_name: place.road_address_name || place.address_name,
    precision: areaPrecision(place.place_name, place.road_address_name || place.address_name),
    isLandmark: isLandmark(place),
    category: place.category_name,
    rate: index + 1,
    distance: place.distance ? Number(place.distance) : null,
  }
}
