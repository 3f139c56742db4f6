import { areaPrecision } from '#rules/precision.ts'
import { loadScript } from '../../../kit/load-script.ts'
import {
  type FoundAddress,
  type FoundPlace,
  type MapProvider,
  MapUnavailable,
  PLACE_ZOOM,
  type Position,
} from '../provider.ts'
import { drawKakaoMap } from './map.ts'

export function kakaoProvider(key: string, url: string): MapProvider {
  const load = () => loadOnce(key, url)
  return {
    farZoom: PLACE_ZOOM,
    draw: async (element, options) => {
      await load()
      return drawKakaoMap(element, options)
    },
    searchPlaces: async (keyword, near) => {
      await load()
      return searchPlaces(keyword, near)
    },
    geocode: async (address) => {
      await load()
      return geocode(address)
    },
    addressOf: async (position) => {
      await load()
      return addressOf(position)
    },
  }
}

function searchPlaces(keyword: string, near: Position | null): Promise<FoundPlace[]> {
  const { services, LatLng } = kakao.maps
  const options = near ? { location: new LatLng(near.lat, near.lng) } : {}
  return new Promise((resolve, reject) => {
    new services.Places().keywordSearch(
      keyword,
      (places, status) => {
        if (status === services.Status.OK) resolve(places.map(toFoundPlace))
        else if (status === services.Status.ZERO_RESULT) resolve([])
        else reject(new Error(`Kakao answered ${status}.`))
      },
      options,
    )
  })
}

function geocode(address: string): ReturnType<MapProvider['geocode']> {
  const { services } = kakao.maps
  return new Promise((resolve, reject) => {
    new services.Geocoder().addressSearch(address, ([found], status) => {
      if (status === services.Status.ZERO_RESULT) resolve(null)
      else if (status !== services.Status.OK || !found) reject(new Error(`Kakao answered ${status}.`))
      else {
        const position = { lat: Number(found.y), lng: Number(found.x) }
        resolve({ position, address_name: found.address_name, precision: precisionOf(found) })
      }
    })
  })
}

type KakaoAddress = Parameters<Parameters<kakao.maps.services.Geocoder['addressSearch']>[1]>[0][number]

/** REGION is the name of an area. An unknown type counts as an area too, so that it must be confirmed. */
function precisionOf({ address_type, address }: KakaoAddress): FoundAddress['precision'] {
  if (address_type === 'ROAD') return 'road'
  if (address_type === 'ROAD_ADDR' || address_type === 'REGION_ADDR') return 'building'
  if (address?.region_3depth_name || address?.region_3depth_h_name) return 'dong'
  return address?.region_2depth_name ? 'district' : 'province'
}

function addressOf({ lat, lng }: Position): Promise<string | null> {
  const { services } = kakao.maps
  return new Promise((resolve, reject) => {
    new services.Geocoder().coord2Address(lng, lat, ([found], status) => {
      if (status === services.Status.ZERO_RESULT) resolve(null)
      else if (status !== services.Status.OK || !found) reject(new Error(`Kakao answered ${status}.`))
      else resolve(found.road_address?.address_name ?? found.address.address_name)
    })
  })
}

let loaded: Promise<void> | null = null

/** Loads Kakao's script once, for the map, searches and addresses. @throws {MapUnavailable} */
function loadOnce(key: string, url: string): Promise<void> {
  loaded ??= loadKakao(`${url}?appkey=${key}&libraries=services&autoload=false`).catch(() => {
    loaded = null
    throw new MapUnavailable()
  })
  return loaded
}

const MAX_TRIES = 4

async function loadKakao(url: string, tries = 1): Promise<void> {
  try {
    await loadScript(url)
  } catch (error) {
    if (tries === MAX_TRIES) throw error
    return loadKakao(url, tries + 1)
  }
  return new Promise((resolve) => kakao.maps.load(resolve))
}

const LANDMARK_GROUPS: ReadonlySet<string> = new Set(['SW8', 'AT4'])
/** Kakao's category of markets, which are in no group. */
const MARKETS = '가정,생활 > 시장'

type KakaoPlace = kakao.maps.services.PlacesSearchResultItem

function isLandmark(place: KakaoPlace): boolean {
  const [group, category] = [String(place.category_group_code), String(place.category_name)]
  return LANDMARK_GROUPS.has(group) || category === MARKETS || category.startsWith(`${MARKETS} >`)
}

/** Converts a result of Kakao, at `index` of its list, to the form of all providers. */
export function toFoundPlace(place: KakaoPlace, index: number): FoundPlace {
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
