import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { collectionMessages } from '#rules/collections.ts'
import { person } from '#tests/fake-account.ts'
import { collectionEntry, collectionPage, shopEntry } from '#tests/fake-collections.ts'
import { fakeShop, ownMap } from '#tests/fake-places.ts'
import { listedPost } from '#tests/fake-posts.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { viewer } from '#tests/viewer.ts'

const AT = '2026-12-05T10:00:00.000Z'
const from = { name: '역삼역', lat: 37.5006, lng: 127.0364 }
const plan = { name: '토요일 저녁', visibility: 'link', planAt: AT, planFrom: from } as const

type Fields = Partial<Parameters<typeof listedPost>[1]>

function place(id: string, title: string, fields: Fields = {}, chosen: Parameters<typeof collectionEntry>[2] = {}) {
  const post = listedPost(id, { title, start_time: '11:00', end_time: '22:00', ...fields })
  return collectionEntry(id, title, { post, lat: 37.50375, lng: 127.0364, ...chosen })
}

const people = ['감자', '오늘'].map((username) => ({ handle: username, username, image: null }))
const three = [
  place('1', '마당집', { kind: 'grill', price: 'under_1', verdict: { people: 12, again: 9 } }, { hearts: 1 }),
  place('2', '칼국수', { kind: 'korean', closed_on: ['sat'] }, { hearts: 3, heartedBy: ['감자'] }),
  place('3', '초밥 하루', {}, { hearts: 2, hearted: true, heartedBy: ['감자', '오늘'] }),
]
const owned = collectionPage('c1', three, plan, { choosers: 2, chosen: true, chosenBy: people })

const compare = page.getByRole('button', { name: '비교' })
const table = page.getByRole('table')
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map((cell) => cell.textContent)

test('the heart that a visitor pressed is given after the login', async () => {
  const signedIn = { login: person(), user: person(), setHeart: { count: 1 } }
  const screen = await openScreen('/collection/c1', { api: { ...ownMap, getCollection: owned, ...signedIn } })
  await press(page.getByRole('button', { name: /마당집’ 하트/ }))
  await page.getByRole('dialog').getByRole('link', { name: '로그인' }).click()
  await page.getByRole('textbox', { name: '이메일' }).fill('hana@naver.com')
  await page.getByRole('textbox', { name: '비밀번호' }).fill('abcd123!')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect.poll(() => screen.url).toBe('/collection/c1')
  expect(screen.asked).toContainEqual({ name: 'setHeart', variables: { id: 'c1', post: '1', on: true } })
})

test('a plan says in its list what is closed then', async () => {
  await openScreen('/collection/c1', { viewer, api: { getCollection: owned }, now: '2026-11-28T05:10:00.000Z' })
  await expect.element(page.getByRole('button', { name: '12월 5일 토요일 19:00' })).toBeVisible()
  await expect.element(page.getByText(/12월 5일 19:00\s·\s토요일은 쉬어요/)).toBeVisible()
  await expect.poll(() => textsOf('.entry .open-now').length).toBe(3)
  await expect
    .element(page.getByRole('link', { name: '캘린더에 담기' }))
    .toHaveAttribute('href', '/collection/c1/plan.ics')
  await expect.poll(findFaultsInBothThemes).toEqual([])
})

test.each([360, 1280] as const)(
  'at %i px places stand beside each other, most hearts first and closed ones last',
  async (width) => {
    await openScreen('/collection/c1', { viewer, width, api: { ...ownMap, getCollection: owned } })
    await press(compare)
    await expect.element(table).toBeVisible()
    const columns = () => textsOf('.compare thead th')
    await expect.poll(columns).toEqual(['초밥 하루', '마당집', '칼국수'])
    const row = table.getByRole('row', { name: /역삼역에서/ })
    expect(row.element().textContent).toMatch(/350m\s·\s걸어서 5분/)
    await expect.element(table.getByRole('rowheader', { name: '12월 5일 19:00' })).toBeInTheDocument()
    await expect.element(table.getByText('토요일은 쉬어요')).toBeInTheDocument()
    await expect
      .poll(() => textsOf('.compare tbody tr:last-child td'))
      .toEqual(['또 갈래요아직 몰라요', '또 갈래요12명 중 9명', '또 갈래요아직 몰라요'])
    // The comparison itself is in view, not below a cover.
    expect(document.querySelector('.cover')?.checkVisibility()).toBe(false)
    await expect.element(table.getByText('감자 님, 오늘 님')).toBeInTheDocument()
    await expect.element(table.getByText('감자 님 외 2명')).toBeInTheDocument()
    await expect.poll(findFaultsInBothThemes).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await press(page.getByRole('button', { name: '목록' }))
    await expect.element(table).not.toBeInTheDocument()
  },
)

test('a shop without a post is compared by kind and way, and one that is gone comes last', async () => {
  const [here, gone] = [fakeShop(1, { lat: 37.50375, lng: 127.0364 }), fakeShop(2)]
  const entries = [shopEntry(gone, { hearts: 5, shop_gone: true }), shopEntry(here), ...three.slice(0, 1)]
  await openScreen('/collection/c1', { viewer, api: { ...ownMap, getCollection: collectionPage('c1', entries, plan) } })
  await press(compare)
  await expect.poll(() => textsOf('.compare thead th')).toEqual(['마당집', '국밥 1', '국밥 2'])
  await expect.element(table.getByText('없어졌거나 옮겼대요')).toBeVisible()
  await expect.element(table.getByRole('link', { name: '국밥 1' })).toHaveAttribute('href', `/place/${here.id}`)
  expect(table.getByRole('row', { name: /종류/ }).element().textContent).toMatch(/한식.*한식/)
  await expect.poll(findFaultsInBothThemes).toEqual([])
})

test('what nobody knows of any place is not compared', async () => {
  const entries = [shopEntry(fakeShop(1)), shopEntry(fakeShop(2))]
  await openScreen('/collection/c1', { viewer, api: { ...ownMap, getCollection: collectionPage('c1', entries, plan) } })
  await press(compare)
  await expect.poll(() => textsOf('.compare tbody th')).toEqual(['하트', '종류', '역삼역에서'])
})

test('at most six places are compared, and the rest is said to be in the list', async () => {
  const entries = Array.from({ length: 8 }, (_, n) => place(String(n + 1), `식당 ${n + 1}`, {}, { hearts: n }))
  await openScreen('/collection/c1', { viewer, api: { getCollection: collectionPage('c1', entries, plan) } })
  await press(compare)
  await expect.poll(() => textsOf('.compare thead th').length).toBe(6)
  await expect.element(page.getByText('하트가 많은 6곳을 보여 드려요. 나머지는 목록에 있어요.')).toBeVisible()
})

test('one place is not compared, and a private collection has no hearts', async () => {
  const one = collectionPage('c1', three.slice(0, 1), plan)
  const screen = await openScreen('/collection/c1', { viewer, api: { getCollection: one } })
  await expect.element(page.getByRole('heading', { name: '마당집' })).toBeVisible()
  await expect.element(compare).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '‘마당집’ 하트 1' })).toBeVisible()
  const secret = collectionPage('c1', three, { ...plan, visibility: 'private' })
  await screen.reload({ api: { getCollection: secret } })
  await press(compare)
  await expect.element(table).toBeVisible()
  await expect.element(page.getByRole('button', { name: /하트/ })).not.toBeInTheDocument()
})

test('a heart is put and taken back, and a refused one goes back with the reason', async () => {
  let entry = place('1', '마당집', {}, { hearts: 1 })
  const screen = await openScreen('/collection/c1', {
    viewer,
    api: {
      getCollection: () => collectionPage('c1', [entry], { ...plan, mine: false }),
      setHeart: ({ on }) => {
        entry = { ...entry, hearts: on ? 2 : 1, hearted: on }
        return { count: entry.hearts }
      },
    },
  })
  const heart = page.getByRole('button', { name: /‘마당집’ 하트/ })
  await press(heart)
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.element(heart).toHaveAccessibleName('‘마당집’ 하트 2')
  await press(heart)
  await expect.element(heart).toHaveAccessibleName('‘마당집’ 하트 1')
  screen.api.setHeart = () => {
    throw new Refusal('BAD_USER_INPUT', collectionMessages.choosers)
  }
  await press(heart)
  await expect.element(page.getByText(collectionMessages.choosers)).toBeVisible()
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.element(heart).toHaveAccessibleName('‘마당집’ 하트 1')
})

test('who adds a place where the owner lets them takes it out again, and leaves', async () => {
  let entries = [place('1', '마당집', {}, { hearted: true, hearts: 1 }), place('2', '더한 집', {}, { added: true })]
  let chosen = true
  const screen = await openScreen('/collection/c1', {
    viewer,
    api: {
      getCollection: () =>
        collectionPage('c1', entries, { ...plan, mine: false, membersAdd: true }, { choosers: Number(chosen), chosen }),
      takeFromCollection: () => {
        entries = entries.slice(0, 1)
        return { count: 1 }
      },
      leavePlan: () => {
        chosen = false
        return { count: 1 }
      },
    },
  })
  await expect.element(page.getByRole('button', { name: '담을 곳 고르기' })).toBeVisible()
  const leave = page.getByRole('button', { name: '함께 고르기에서 나가기' })
  await press(leave)
  await expect.element(leave).not.toBeInTheDocument()
  await press(page.getByRole('button', { name: '내가 추가한 ‘더한 집’ 빼기' }))
  await expect.element(page.getByRole('heading', { name: '더한 집' })).not.toBeInTheDocument()
  expect(screen.asked.findLast(({ name }) => name === 'takeFromCollection')?.variables).toEqual({ id: 'c1', post: '2' })
})

test('the owner sets a time, a start and who may add; what was typed stays when it is refused', async () => {
  let fields = { ...plan, planAt: null as string | null, planFrom: null as typeof from | null, membersAdd: false }
  const screen = await openScreen('/collection/c1', {
    viewer,
    api: {
      getCollection: () => collectionPage('c1', three, fields),
      getTowns: { areas: [], landmarks: [{ name: '역삼역', kind: 'station', area: '서울 강남구', position: from }] },
      setPlan: () => {
        throw new Refusal('BAD_USER_INPUT', collectionMessages.planPast, [
          { field: 'at', message: collectionMessages.planPast },
        ])
      },
    },
  })
  await press(page.getByRole('button', { name: '날짜와 시간 정하기' }))
  const dialog = page.getByRole('dialog', { name: '언제 모이고 어디서 출발하나요?' })
  await dialog.getByLabelText('날짜').fill('2026-12-05')
  await dialog.getByLabelText('시간').fill('19:00')
  await dialog.getByRole('searchbox', { name: /출발하는 곳/ }).fill('역삼역')
  await dialog.getByRole('button', { name: /역삼역/ }).click()
  await dialog.getByRole('checkbox').click()
  await expect.poll(findFaultsInBothThemes).toEqual([])
  const save = dialog.getByRole('button', { name: '저장' })
  await save.click()
  await expect.element(dialog.getByText(collectionMessages.planPast)).toBeVisible()
  await expect.element(dialog.getByLabelText('날짜')).toHaveValue('2026-12-05')
  screen.api.setPlan = () => {
    fields = { ...plan, planAt: AT, planFrom: from, membersAdd: true }
    return { id: 'c1', planAt: AT, planHolidays: [], planFrom: from, membersAdd: true }
  }
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(screen.asked.findLast(({ name }) => name === 'setPlan')?.variables).toEqual({
    id: 'c1',
    at: '2026-12-05T19:00',
    from,
    membersAdd: true,
  })
  expect(localStorage.getItem('town')).toBeNull()
  await expect.element(page.getByRole('button', { name: '역삼역에서' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
})

test.each([360, 768] as const)(
  'at %i px the fields of a plan lie beside or below each other, not over',
  async (width) => {
    await openScreen('/collection/c1', { viewer, width, api: { getCollection: owned } })
    await press(page.getByRole('button', { name: '12월 5일 토요일 19:00' }))
    await expect.element(page.getByRole('dialog').getByLabelText('시간')).toBeVisible()
    const form = document.querySelector('.dialog-form')?.getBoundingClientRect()
    const [day, time] = [...document.querySelectorAll('.plan-when input')].map((field) => field.getBoundingClientRect())
    if (!form || !day || !time) throw new Error('a field is missing')
    expect(day.right <= time.left || day.bottom <= time.top).toBe(true)
    for (const { left, right } of [day, time]) expect(left >= form.left && right <= form.right).toBe(true)
    await userEvent.keyboard('{Escape}')
  },
)

test('a visitor who presses a heart is asked to log in', async () => {
  const screen = await openScreen('/collection/c1', {
    api: { getCollection: collectionPage('c1', three, { ...plan, mine: false }) },
  })
  await press(page.getByRole('button', { name: '‘마당집’ 하트 1' }))
  await expect.element(page.getByRole('dialog', { name: '로그인하면 함께 고를 수 있어요' })).toBeVisible()
  expect(screen.asked.map(({ name }) => name)).not.toContain('setHeart')
})
