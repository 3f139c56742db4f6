import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { collectionEntry, collectionPage, shopEntry } from '#tests/fake-collections.ts'
import { fakeShop } from '#tests/fake-places.ts'
import { listedPost, savedPost } from '#tests/fake-posts.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const edit = page.getByRole('button', { name: '모음 수정' })
const take = (title: string) => page.getByRole('button', { name: `‘${title}’ 모음에서 빼기` })

test('the focus stays in a collection while its places are taken out, brought back, and the editing ends', async () => {
  const all = [collectionEntry('1', '초밥집'), collectionEntry('2', '국밥집')]
  let entries = [...all]
  await openScreen('/collection/c1', {
    viewer,
    width: 1280,
    api: {
      getCollection: () => collectionPage('c1', entries, { name: '고칠 모음' }),
      takeFromCollection: ({ post }) => {
        entries = entries.filter(({ id }) => id !== post)
        return { count: 1 }
      },
      putInCollection: ({ post }) => {
        entries = [...entries, ...all.filter(({ id }) => id === post)]
        return { count: 1 }
      },
      moveInCollection: ({ post, position }) => {
        const others = entries.filter(({ id }) => id !== post)
        entries = others.toSpliced(position - 1, 0, ...all.filter(({ id }) => id === post))
        return { count: 1 }
      },
    },
  })
  await press(edit)
  await press(take('초밥집'))
  await expect.element(take('초밥집')).not.toBeInTheDocument()
  await expect.element(take('국밥집')).toHaveFocus()
  await press(page.getByRole('button', { name: '되돌리기' }))
  await expect.element(take('초밥집')).toHaveFocus()
  await expect.element(page.getByRole('status').filter({ hasText: '되돌렸어요.' })).toBeVisible()
  expect(entries.map(({ title }) => title)).toEqual(['초밥집', '국밥집'])
  for (const title of ['초밥집', '국밥집']) {
    await press(take(title))
    await expect.element(take(title)).not.toBeInTheDocument()
  }
  await expect.element(page.getByRole('heading', { name: '고칠 모음' })).toHaveFocus()
  await press(page.getByRole('button', { name: '수정 완료' }))
  await expect.element(edit).toHaveFocus()
  await expect.element(edit).toHaveAttribute('aria-pressed', 'false')
})

test('an empty collection is filled in one sheet with several places at once', async () => {
  let entries: ReturnType<typeof collectionEntry>[] = []
  const saved = ['초밥집', '국밥집', '빵집'].map((title, n) => savedPost(String(n + 1), { title, kind: 'korean' }))
  const screen = await openScreen('/collection/c1', {
    viewer,
    width: 360,
    api: {
      getCollection: () => collectionPage('c1', entries, { name: '주말' }),
      getSavedPosts: {
        data: saved,
        nextCursor: null,
        startCursor: null,
        gone: [],
      },
      putInCollection: ({ post }) => {
        entries = [...entries, collectionEntry(post ?? '', saved[Number(post) - 1]?.title ?? '')]
        return { count: entries.length }
      },
    },
  })
  // The button that fills an empty collection is in the first window, and the only filled one.
  await expect.element(page.getByRole('button', { name: '담을 곳 고르기' })).toBeInViewport({ ratio: 1 })
  expect(visibleTexts('main .btn-primary')).toEqual(['담을 곳 고르기'])
  await page.getByRole('button', { name: '담을 곳 고르기' }).click()
  const sheet = page.getByRole('dialog', { name: '담을 곳 고르기' })
  await expect.element(sheet.getByRole('checkbox', { name: '빵집' })).toBeVisible()
  // It looks like a choice, not like a field of text.
  const list = sheet.getByRole('combobox', { name: '목록' }).element()
  expect(getComputedStyle(list).backgroundImage).toMatch(/svg/)
  const [heading, ...rows] = [...document.querySelectorAll('.dialog h2, .collect-choices label')].map((part) =>
    part.getBoundingClientRect(),
  )
  if (!heading || !rows[0]) throw new Error('a row is missing')
  // The name of a row is nearer to its own facts than to the row above.
  expect(rows[0].top - heading.bottom).toBeGreaterThanOrEqual(8)
  for (const row of rows) expect(row.height).toBeGreaterThanOrEqual(56)
  await sheet.getByRole('checkbox', { name: '빵집' }).click()
  await sheet.getByRole('checkbox', { name: '초밥집' }).click()
  await expect.poll(findFaultsInBothThemes).toEqual([])
  await sheet.getByRole('button', { name: '2곳 담기' }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(page.getByText('2곳을 ‘주말’\u2060에 담았어요')).toBeVisible()
  await expect.poll(() => visibleTexts('.collection-entries h2')).toEqual(['빵집', '초밥집'])
  // The message does not lie over the next dialog.
  await page.getByRole('button', { name: '날짜와 시간 정하기' }).click()
  const save = page.getByRole('dialog').getByRole('button', { name: '저장' })
  await expect.element(save).toBeVisible()
  const told = page.getByText('2곳을 ‘주말’\u2060에 담았어요').element().getBoundingClientRect()
  expect(told.bottom).toBeLessThan(document.querySelector('.dialog')?.getBoundingClientRect().top ?? 0)
  await page.getByRole('dialog').getByRole('button', { name: '취소' }).click()
  expect(screen.asked.filter(({ name }) => name === 'putInCollection').map(({ variables }) => variables.post)).toEqual([
    '3',
    '1',
  ])
})

test('a shop without a post is an entry with its kind, links to its page and a first post, and is taken out and brought back', async () => {
  const shop = shopEntry(fakeShop(1), { note: '낮에 가요' })
  const gone = shopEntry(fakeShop(2), { shop_gone: true })
  let entries = [shop, gone]
  const screen = await openScreen('/collection/c1', {
    viewer,
    width: 360,
    api: {
      getCollection: () => collectionPage('c1', entries, { name: '새 동네' }),
      takeFromCollection: ({ post }) => {
        entries = entries.filter(({ id }) => id !== post)
        return { count: 1 }
      },
      putInCollection: () => {
        entries = [...entries, shop]
        return { count: 1 }
      },
      moveInCollection: { count: 1 },
    },
  })
  await expect
    .element(page.getByRole('link', { name: '국밥 1', exact: true }))
    .toHaveAttribute('href', '/place/1000000000001')
  await expect
    .element(page.getByRole('link', { name: '‘국밥 1’ 첫 글 쓰기' }))
    .toHaveAttribute('href', '/add_post?place=1000000000001')
  expect(visibleTexts('.entry-meta')).toEqual([
    expect.stringMatching(/^한식\s·\s강남구 역삼로 1/),
    expect.stringContaining('없어졌거나 옮겼대요'),
  ])
  await expect.element(page.getByText('삭제된 글')).not.toBeInTheDocument()
  await expect.poll(findFaultsInBothThemes).toEqual([])
  await press(edit)
  await press(take('국밥 1'))
  await expect.element(take('국밥 1')).not.toBeInTheDocument()
  await press(page.getByRole('button', { name: '되돌리기' }))
  await expect.element(take('국밥 1')).toHaveFocus()
  expect(screen.asked.find(({ name }) => name === 'putInCollection')?.variables).toEqual({
    id: 'c1',
    post: '1000000000001',
    note: '낮에 가요',
  })
})

test('rows of a collection tell kind, price and the way from where a plan starts; the address is for paper', async () => {
  const at = { address: '서울 마포구 동교로 1', lat: 37.556, lng: 126.909 }
  const post = listedPost('1', { title: '국밥집', kind: 'korean', price: 'from_1_to_2', ...at })
  const entries = [
    collectionEntry('1', '국밥집', { ...at, post }),
    collectionEntry('2', '닫은 집', { ...at, post: null }),
    collectionEntry('3', '처음 집', {
      address: '독도이사부길',
      post: listedPost('3', { title: '처음 집', address: null }),
    }),
  ]
  const rows = () => visibleTexts('.entry-meta')
  const open = (planFrom: { name: string; lat: number; lng: number } | null) =>
    openScreen('/collection/c1', { viewer, api: { getCollection: collectionPage('c1', entries, { planFrom }) } })
  await open(null)
  await expect
    .poll(rows)
    .toEqual(['한식 ·\u00a01만원대 ·\u00a0마포구', '삭제된 글\n서울 마포구 동교로 1', '독도이사부길'])
  await open({ name: '망원역', lat: 37.556, lng: 126.9 })
  await expect.poll(() => rows()[0]).toBe('한식 ·\u00a01만원대 ·\u00a0800m')
})
