import type { Area } from '#web/places/areas.tsx'
import type { Place } from '#web/places/place-query.ts'
import type { Shop } from '#web/places/shops.ts'

/** Map configuration: our own map, without further sources. */
export const ownMap = {
  getMapSettings: { kakao_key: null, kakao_url: null, tiles_url: null, pmtiles_url: null },
  getPlaceAttributions: [],
}

/** An area by its path, with the areas that contain it. */
export function area(path: string, fields: Partial<Area> = {}): Area {
  const names = path.split('/')
  return {
    name: names.at(-1) ?? '',
    path,
    names: [],
    count: 0,
    lat: null,
    lng: null,
    share_image: '/share.png',
    around: names.slice(0, -1).map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') })),
    parts: [],
    box: null,
    ...fields,
  }
}

/** A place as its own page gets it. */
export function place(id: string, fields: Partial<Place> = {}): Place {
  return {
    id,
    name: `식당 ${id}`,
    address: null,
    lat: null,
    lng: null,
    start_time: null,
    end_time: null,
    hours_count: 0,
    closed_on: [],
    hours: [],
    count: 1,
    like: 0,
    been_count: 0,
    verdict: null,
    price: null,
    price_count: 0,
    kinds: [],
    dishes: [],
    dish_people: 0,
    menus: [],
    telephone: null,
    areas: [],
    photos: [],
    comments: [],
    record: null,
    ...fields,
  }
}

/** The `n`th of the shops without a post. */
export function fakeShop(n: number, { area = null, ...more }: Partial<Shop> = {}): Required<Shop> {
  return {
    id: String(1e12 + n),
    name: `국밥 ${n}`,
    kind: 'korean',
    category: '국/탕/찌개류',
    address: '서울특별시 강남구 역삼로 1',
    area,
    lat: 37.5 + n * 1e-4,
    lng: 127.036,
    ...more,
  }
}

/** A shop of public data as its own page gets it. */
export function shopPlace(fields: Partial<Place> = {}): Place {
  return place('732365424694321', {
    name: '명동교자',
    address: '서울특별시 중구 명동10길 29',
    lat: 37.5625,
    lng: 126.9856,
    areas: [
      { name: '서울', path: '서울' },
      { name: '중구', path: '서울/중구' },
      { name: '명동', path: '서울/중구/명동' },
    ],
    count: 0,
    record: shopRecord,
    ...fields,
  })
}

export const shopRecord = {
  category: '한식',
  kind: 'korean',
  source: '소상공인시장진흥공단 공공데이터',
  asOf: '2025년',
  estimated: false,
  gone: false,
  kept: false,
} as const
