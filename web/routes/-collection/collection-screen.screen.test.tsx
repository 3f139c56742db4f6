import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { collectionEntry, collectionPage } from '#tests/fake-collections.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
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
