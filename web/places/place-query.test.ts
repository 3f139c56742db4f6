import { expect, test } from 'vitest'
import { mapLinks, placeOf } from './place-query.ts'

const nothing = {
  title: '골목 끝 포장마차',
  place_name: null,
  address: null,
  lat: null,
  lng: null,
  start_time: null,
  end_time: null,
  closed_on: [],
}

test('a post has a place when it has a name, an address or only a pin', () => {
  expect(placeOf(nothing)).toBeNull()
  expect(placeOf({ ...nothing, place_name: '포장마차' })).toMatchObject({ name: '포장마차' })
  expect(placeOf({ ...nothing, address: '서울 중구 을지로 1' })).toMatchObject({ name: nothing.title })
  expect(placeOf({ ...nothing, lat: 37.56, lng: 126.99 })).toMatchObject({ name: nothing.title, lat: 37.56 })
})

test('directions lead to the pin, without one to the address, and without a house number to the name there', () => {
  const linksOf = (fields: Partial<typeof nothing>) => {
    const place = placeOf({ ...nothing, ...fields } as typeof nothing)
    return place ? mapLinks(place).map(({ href }) => decodeURIComponent(href)) : []
  }
  const pinned = linksOf({ lat: 37.56, lng: 126.99 } as object)
  expect(pinned).toEqual([
    'https://map.kakao.com/link/to/골목 끝 포장마차,37.56,126.99',
    'https://map.naver.com/p/directions/-/126.99,37.56,골목 끝 포장마차/-/transit',
    'https://www.google.com/maps/dir/?api=1&destination=37.56,126.99',
  ])
  expect(linksOf({ address: '서울 중구 을지로 1' } as object)[0]).toBe(
    'https://map.kakao.com/link/search/서울 중구 을지로 1',
  )
  expect(linksOf({ address: '서울 중구' } as object)[0]).toBe(
    'https://map.kakao.com/link/search/서울 중구 골목 끝 포장마차',
  )
})
