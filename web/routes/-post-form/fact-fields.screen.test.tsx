import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dishMessages } from '#rules/facts.ts'
import { postMessages } from '#rules/post.ts'
import { telephoneMessages } from '#rules/telephone.ts'
import { fakePhoto } from '#tests/fake-photo.ts'
import { ownMap } from '#tests/fake-places.ts'
import { answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'
import type { Post } from '../../posts/queries/post-query.ts'

const api: Answers = { ...ownMap, addPost: { count: 1, id: '7' } }
const facts: Partial<Post> = {
  kind: 'korean',
  price: 'under_1',
  dishes: [
    { name: '돼지국밥', price: 9500 },
    { name: '수육', price: null },
  ],
  closed_on: ['sun', 'holiday'],
  traits: ['solo'],
}
const group = (name: string) => page.getByRole('group', { name })
const unfold = async () => {
  page.getByText('더 알려 주기').element().closest('summary')?.focus()
  await userEvent.keyboard('{Enter}')
}

test('kind, price, dishes, closing days and traits are chosen, drafted and sent', async () => {
  await openScreen('/add_post', { api, viewer })
  await page.getByLabelText('상호명').fill('새벽 국밥')
  await page.getByLabelText('상세내용').fill('국물이 깊어요.')
  // Folded, and opened by keyboard too.
  await expect.element(group('종류')).not.toBeInTheDocument()
  await unfold()
  await group('종류').getByRole('radio', { name: '중식' }).click()
  // By keyboard, as any group of radio buttons.
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(group('종류').getByRole('radio', { name: '한식' })).toBeChecked()
  const cheap = group('한 사람 가격').getByRole('radio', { name: '1만원 이하' })
  await cheap.click()
  await group('한 사람 가격').getByRole('button', { name: '한 사람 가격 지우기' }).click()
  await expect.element(group('한 사람 가격').getByRole('radio', { checked: true })).not.toBeInTheDocument()
  await cheap.click()
  await page.getByLabelText('메뉴 1 이름').fill('돼지국밥')
  const price = page.getByLabelText('메뉴 1 가격(원)')
  await userEvent.type(price, '9500')
  await expect.element(price).toHaveValue('9,500')
  await price.fill('싯가')
  await userEvent.tab()
  await expect.element(price).toHaveValue('싯가')
  await page.getByRole('button', { name: '메뉴 추가' }).click()
  await page.getByLabelText('메뉴 2 이름').fill('가'.repeat(21))
  for (const day of ['일', '공휴일']) await group('쉬는 날').getByRole('checkbox', { name: day, exact: true }).click()
  await group('이런 점이 좋아요').getByRole('checkbox', { name: '혼밥' }).click()
  for (const chip of document.querySelectorAll('.pick')) {
    const { width, height } = chip.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(group('먹은 것')).toMatchTextContent(dishMessages.price)
  await expect.element(price).toHaveFocus()
  await price.fill('구천오백원')
  await userEvent.tab()
  await expect.element(price).toHaveValue('9,500')
  await expect.element(group('먹은 것')).toMatchTextContent(/메뉴 이름을 20자 이내로 작성해 주세요\./)
  await page.getByLabelText('메뉴 2 이름').fill('수육')
  await expect.element(group('먹은 것')).not.toMatchTextContent(/메뉴 이름을/)

  const screen = await openScreen('/add_post', { api, viewer })
  await expect.element(page.getByLabelText('메뉴 2 이름')).toBeVisible()
  await expect.element(page.getByLabelText('메뉴 2 이름')).toHaveValue('수육')
  await expect.element(group('쉬는 날').getByRole('checkbox', { checked: true })).toHaveLength(2)
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(page.getByRole('dialog', { name: postMessages.added })).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'addPost')?.variables).toMatchObject({
    title: '새벽 국밥',
    ...facts,
  })
}, 120_000)

test('kind, price, dishes, closing days and traits are shown and edited', async () => {
  const post = fullPost({ id: '7', user_id: viewer.jwt, ...facts })
  const stored: Answers = { ...answersBesidePost, ...ownMap, getPost: post, editPost: { count: 1 } }
  await openScreen('/post/7', { api: stored, viewer })
  // One line of text, without a second row of chips.
  const line = page.getByRole('list', { name: '장소 정보' }).getByRole('listitem')
  expect(line.elements().map(({ textContent }) => textContent)).toEqual([
    '한식',
    '1만원 이하',
    '혼밥',
    '일요일 ·\u00a0공휴일 쉬어요',
  ])
  expect(document.querySelector('.detail article .tag')).toBeNull()
  expect(document.querySelector('.dishes')?.textContent).toBe('돼지국밥9,500원수육')

  const edit = await openScreen('/edit/7', { api: stored, viewer })
  await expect.element(group('종류').getByRole('radio', { name: '한식' })).toBeChecked()
  await page.getByRole('button', { name: '메뉴 1 지우기' }).click()
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect.element(page.getByRole('dialog', { name: '성공적으로 수정되었습니다.' })).toBeVisible()
  expect(edit.asked.find(({ name }) => name === 'editPost')?.variables).toMatchObject({
    id: '7',
    kind: 'korean',
    dishes: [{ name: '수육', price: null }],
  })
})

test('the focus goes to the row of a dish that is added, and stays in the rows when one is removed', async () => {
  await openScreen('/add_post', { api, viewer, width: 1280 })
  await unfold()
  const row = (number: number) => page.getByLabelText(`메뉴 ${number} 이름`)
  const press = async (name: string) => {
    page.getByRole('button', { name }).element().focus()
    await userEvent.keyboard('{Enter}')
  }
  await press('메뉴 추가')
  await expect.element(row(2)).toHaveFocus()
  for (let number = 3; number <= 8; number++) {
    await press('메뉴 추가')
    await expect.element(row(number)).toHaveFocus()
  }
  await expect.element(page.getByRole('button', { name: '메뉴 추가' })).not.toBeInTheDocument()
  for (let number = 8; number >= 3; number--) {
    await press(`메뉴 ${number} 지우기`)
    await expect.element(row(number - 1)).toHaveFocus()
  }
  await press('메뉴 1 지우기')
  await expect.element(row(1)).toHaveFocus()
  await expect.element(row(2)).not.toBeInTheDocument()
})

test('on a closing day a place is shut although its hours say otherwise', async () => {
  const post = fullPost({
    id: '7',
    start_time: '00:00',
    end_time: '00:00',
    closed_on: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  })
  await openScreen('/post/7', { api: { ...answersBesidePost, getPost: post } })
  expect(document.querySelector('.detail .hours')?.textContent).toBe('오늘 휴무')
})

test('what is folded in the form opens for a fault in it, and stays open when a choice is taken back', async () => {
  await openScreen('/add_post', { api, viewer })
  await page.getByLabelText('상호명').fill('새벽 국밥')
  await page.getByLabelText('상세내용').fill('국물이 깊어요.')
  const more = page.getByText('더 알려 주기')
  const solo = page.getByRole('checkbox', { name: '혼밥' })
  await more.click()
  await solo.click()
  await solo.click()
  await expect.element(solo).toBeVisible()
  const price = page.getByLabelText('메뉴 1 가격(원)')
  await page.getByLabelText('메뉴 1 이름').fill('광어')
  await price.fill('싯가')
  await more.click()
  await expect.element(price).not.toBeVisible()
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(price).toHaveFocus()
  await expect.element(price).toBeInViewport()
  await expect.element(group('먹은 것')).toMatchTextContent(dishMessages.price)
  // It cannot be folded over its fault.
  await more.click()
  await expect.element(price).toBeVisible()
})

test('of many dishes three are in view until one asks for the rest, or one of the rest is wrong', async () => {
  const dishes = [1, 2, 3, 4, 5].map((n) => ({ name: `메뉴판 ${n}번`, price: n * 1000 }))
  const getPost = fullPost({ id: '7', user_id: viewer.jwt, dishes })
  const stored: Answers = { ...answersBesidePost, ...ownMap, getPost, editPost: { count: 1 } }
  const edit = await openScreen('/edit/7', { api: stored, viewer })
  const row = (number: number) => page.getByLabelText(`메뉴 ${number} 이름`)
  await expect.element(row(3)).toBeVisible()
  await expect.element(row(4)).not.toBeInTheDocument()
  await page.getByRole('button', { name: '2가지 더 보기' }).click()
  await expect.element(row(4)).toHaveFocus()
  await expect.element(row(5)).toHaveValue('메뉴판 5번')
  await page.getByLabelText('메뉴 5 가격(원)').fill('싯가')
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect.element(page.getByLabelText('메뉴 5 가격(원)')).toHaveFocus()
  await page.getByLabelText('메뉴 5 가격(원)').fill('7천원')
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect.element(page.getByRole('dialog', { name: postMessages.edited })).toBeVisible()
  expect(edit.asked.find(({ name }) => name === 'editPost')?.variables).toMatchObject({
    dishes: [...dishes.slice(0, 4), { name: '메뉴판 5번', price: 7000 }],
  })
})

test('a telephone number gets its hyphens, a mobile one a word of caution, and a wrong one stays as typed', async () => {
  const screen = await openScreen('/add_post', { api, viewer })
  await page.getByLabelText('상호명').fill('새벽 국밥')
  await page.getByLabelText('상세내용').fill('국물이 깊어요.')
  await unfold()
  const telephone = page.getByLabelText('가게 전화번호')
  await expect.element(page.getByText('개인 번호는 적지 말아 주세요', { exact: false })).toBeVisible()
  await telephone.fill('345 6789')
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(telephone).toHaveFocus()
  await expect.element(telephone).toHaveValue('345 6789')
  await expect.element(telephone).toHaveAccessibleDescription(new RegExp(telephoneMessages.wrong.slice(0, 12)))
  await telephone.fill('01023456789')
  await expect.element(page.getByText(telephoneMessages.mobile)).toBeVisible()
  await telephone.fill('025550123')
  await userEvent.tab()
  await expect.element(telephone).toHaveValue('02-555-0123')
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '등록하기' }).click()
  await expect.element(page.getByRole('dialog', { name: postMessages.added })).toBeVisible()
  expect(screen.asked.find(({ name }) => name === 'addPost')?.variables).toMatchObject({ telephone: '02-555-0123' })
})

test('photos are marked as menus, keep the mark when they change places, and lose it when they are removed', async () => {
  const images = [fakePhoto(300, 300), fakePhoto(301, 300), fakePhoto(302, 300), fakePhoto(303, 300)]
  const getPost = fullPost({ id: '7', user_id: viewer.jwt, images, image: images[0]?.url ?? null, menus: [1] })
  const stored: Answers = { ...answersBesidePost, ...ownMap, getPost, editPost: { count: 1 } }
  const edit = await openScreen('/edit/7', { api: stored, viewer, width: 360 })
  const mark = (number: number) => page.getByRole('button', { name: `사진 ${number} 메뉴판 표시` })
  await expect.element(mark(2)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(mark(1)).toHaveAttribute('aria-pressed', 'false')
  page
    .getByRole('button', { name: /^사진 2 순서 바꾸기/ })
    .element()
    .focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(mark(1)).toHaveAttribute('aria-pressed', 'true')
  for (const number of [2, 3, 4]) await mark(number).click()
  await expect.element(page.getByText(postMessages.menusMany)).toBeVisible()
  expect(await findFaultsInBothThemes()).toEqual([])
  await page.getByRole('button', { name: '사진 1 삭제' }).click()
  await expect.element(page.getByText(postMessages.menusMany)).not.toBeInTheDocument()
  await mark(2).click()
  await page.getByRole('button', { name: '수정하기' }).click()
  await expect.element(page.getByRole('dialog', { name: postMessages.edited })).toBeVisible()
  const [first, , third, fourth] = images.map(({ url }) => url)
  expect(edit.asked.find(({ name }) => name === 'editPost')?.variables).toMatchObject({
    images: [first, third, fourth],
    menus: [0, 2],
  })
})
