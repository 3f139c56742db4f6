import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { placeMessages } from '#rules/places.ts'
import { pinMessages } from '#rules/precision.ts'
import { ownMap } from '#tests/fake-places.ts'
import { answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const address = '서울 마포구 월드컵로13길 20'
const centre = '마포구 가운데예요. 핀을 옮겨 주세요.'
const position = { lat: 37.56, lng: 126.91 }
/** Result for an address in 마포구: the middle of the district. */
const api: Answers = {
  ...ownMap,
  ...answersBesidePost,
  searchPlaces: [],
  geocode: { address_name: '서울특별시 마포구', precision: 'district', radius: null, position, road: [] },
  getPlaceSuggestions: { suggestions: [] },
  getNearestLandmark: null,
  reverseGeocode: { address_name: '서울특별시 마포구', road_address: null },
  addPost: { count: 1, id: '7' },
  editPost: { count: 1 },
}
const results = page.getByRole('list', { name: '검색 결과' }).getByRole('listitem')
const searchPlace = async (word: string) => {
  await page.getByLabelText('장소 검색어').fill(word)
  await userEvent.keyboard('{Enter}')
}
const sent = (asked: { name: string; variables: object }[], operation: string) =>
  asked.find(({ name }) => name === operation)?.variables

test('the centre of a partly known address becomes the position only after the person confirms it', async () => {
  await openScreen('/add_post', { api, viewer, width: 1280 })
  await expect.element(page.getByText(pinMessages.none)).toBeVisible()
  await searchPlace(address)
  await expect.element(results).toMatchTextContent(/서울특별시 마포구 · 시군구 단위 위치/)
  await results.getByRole('button').click()
  await expect.element(page.getByText(centre)).toBeVisible()
  await expect.element(page.getByText(pinMessages.unconfirmed)).toBeVisible()
  await page.getByLabelText('상호명').fill('골목 안 집')
  await page.getByLabelText('상세내용').fill('골목 안쪽이에요.')
  // A draft remembers that the pin is not confirmed.
  const screen = await openScreen('/add_post', { api, viewer, width: 1280 })
  await expect.element(page.getByLabelText('상호명')).toHaveValue('골목 안 집')
  await expect.element(page.getByText(centre)).toBeVisible()
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(page.getByRole('dialog', { name: /^성공적으로/ })).toBeVisible()
  expect(sent(screen.asked, 'addPost')).toMatchObject({ address, lat: null, lng: null })

  const stored = { ...api, getPost: fullPost({ id: '7', user_id: viewer.jwt, address }) }
  await openScreen('/post/7', { api: stored, viewer, width: 1280 })
  await expect.element(page.getByRole('region', { name: '장소', exact: true })).toMatchTextContent(address)
  await expect.element(page.getByRole('region', { name: '장소 지도' })).not.toBeInTheDocument()
  await page.getByText('길찾기').click()
  await expect
    .element(page.getByRole('link', { name: '카카오맵' }))
    .toHaveAttribute('href', `https://map.kakao.com/link/search/${encodeURIComponent(address)}`)

  const edit = await openScreen('/edit/7', { api: stored, viewer, width: 1280 })
  const typed = page.getByRole('textbox', { name: '주소' })
  await expect.element(typed).toHaveValue(address)
  typed.element().focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: '여기가 맞아요' }).click()
  await expect.element(page.getByText(centre)).not.toBeInTheDocument()
  await expect.element(page.getByText(pinMessages.unconfirmed)).not.toBeInTheDocument()
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect.element(page.getByRole('dialog', { name: /^성공적으로/ })).toBeVisible()
  expect(sent(edit.asked, 'editPost')).toMatchObject({ address, ...position })
})

test('a typed address that is chosen gets the city that the result has', async () => {
  await openScreen('/add_post', { api, viewer })
  await searchPlace('마포구 월드컵로13길 20')
  await results.getByRole('button').click()
  const chosen = page.getByRole('group', { name: '선택한 위치' })
  await expect.element(chosen).toMatchTextContent(/서울특별시 마포구 월드컵로13길 20/)
})

test('looking a typed address up leads to the question about its centre', async () => {
  await openScreen('/add_post', { api, viewer })
  await page.getByText('직접 입력', { exact: true }).click()
  await page.getByRole('textbox', { name: '주소' }).fill('서울 마포구')
  await page.getByRole('button', { name: '지도에서 찾기' }).click()
  const found = '마포구까지만 찾았어요. 위 지도에서 위치를 맞춰 주세요.'
  await expect.element(page.getByText(found)).toBeInTheDocument()
  await expect.element(page.getByText(centre)).toBeInViewport({ ratio: 1 })
  await expect.element(page.getByRole('group', { name: '선택한 위치' })).toHaveFocus()
  await userEvent.tab()
  const confirm = page.getByRole('button', { name: '여기가 맞아요' })
  await expect.element(confirm).toHaveFocus()
  await expect.element(confirm).toBeInViewport({ ratio: 1 })
})

test('a search for which the site is still being prepared is repeated by itself', async () => {
  const place = { place_name: '마포구청', address_name: '서울 마포구 성산동', category: null, precision: null }
  const screen = await openScreen('/add_post', { api, viewer, width: 1280 })
  screen.api.searchPlaces = () => {
    throw new Refusal('PREPARING')
  }
  await searchPlace('마포구')
  await expect.element(page.getByRole('status').filter({ hasText: placeMessages.preparing })).toBeVisible()
  await expect.element(page.getByText(placeMessages.none)).not.toBeInTheDocument()
  const asked = () => screen.asked.filter(({ name }) => name === 'searchPlaces').length
  await expect.poll(asked).toBeGreaterThan(1)
  screen.api.searchPlaces = [{ ...place, rate: 1, distance: null, position }]
  await expect.element(results.first()).toMatchTextContent(/마포구청/)
  await expect.element(page.getByText(placeMessages.preparing)).not.toBeInTheDocument()
})
