import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { profile } from '../fake-account.ts'
import { fullPost, listedPost, postPage } from '../fake-posts.ts'
import { fullSite } from '../fake-site.ts'
import { hostileTexts, withFoldedSpace } from '../hostile-texts.ts'
import { viewer } from '../viewer.ts'
import { openScreen, type ScreenOptions } from './open-screen.tsx'
import { press } from './press.ts'

function expectNothingRan(): void {
  expect((window as { pwned?: unknown }).pwned).toBeUndefined()
  expect(
    document.querySelectorAll('main script:not([type]), img[src="x"], [onload], [onfocus], [onerror]'),
  ).toHaveLength(0)
}

test('written text stays text in forms, panels and one’s own lists', async () => {
  const [{ brief: username }, { brief: title, long: questionAnswer }] = [hostileTexts[0], hostileTexts[1]] as [
    (typeof hostileTexts)[number],
    (typeof hostileTexts)[number],
  ]
  const all = hostileTexts.map(({ long }) => long).join(' ')
  const own = { title, contents: all, address: all.slice(0, 190), user_id: viewer.jwt, username }
  const given: ScreenOptions = {
    viewer: { ...viewer, username },
    posts: { 1: { mine: true } },
    api: {
      ...fullSite,
      getPosts: { ...postPage([]), data: [listedPost('1', own)] },
      getPost: fullPost({ id: '1', ...own }),
      profile: profile({ username, questionAnswer }),
    },
    width: 1280,
  }
  await openScreen('/account/my_list', given)
  await expect.element(page.getByRole('article').getByRole('heading')).toHaveTextContent(title)
  await press(page.getByRole('button', { name: '글 삭제' }))
  await expect.element(page.getByRole('dialog').getByText(`‘${title}’ 글이 사라져요.`)).toBeVisible()
  expectNothingRan()
  await openScreen('/edit/1', given)
  await expect.element(page.getByLabelText('상호명')).toHaveValue(title)
  const contents = page.getByLabelText('상세내용').element() as HTMLTextAreaElement
  expect(withFoldedSpace(contents.value)).toBe(withFoldedSpace(all))
  expectNothingRan()
  await openScreen('/account/profile', given)
  await expect.element(page.getByLabelText('닉네임')).toHaveValue(username)
  await page.getByRole('button', { name: '답변 보기' }).click()
  await expect.element(page.getByLabelText('답변')).toHaveValue(questionAnswer)
  const menu = page.getByRole('button', { name: '사용자 메뉴' })
  await expect.element(menu).toHaveAccessibleName(`${username} 사용자 메뉴`)
  expectNothingRan()
})
