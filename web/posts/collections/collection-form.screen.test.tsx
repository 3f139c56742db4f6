import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { collectionMessages } from '#rules/collections.ts'
import { collection, collectionPage } from '#tests/fake-collections.ts'
import { answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { meAnswers } from '#tests/fake-saves.ts'
import { holdAnswer } from '#tests/screens/held.ts'
import { openScreen, Refusal, Unanswered } from '#tests/screens/open-screen.tsx'
import { press } from '#tests/screens/press.ts'
import { viewer } from '#tests/viewer.ts'

const form = page.getByRole('dialog', { name: '새 모음' })
const name = form.getByLabelText('이름')
const about = form.getByLabelText('소개')
const isPublic = form.getByRole('radio', { name: /^공개/ })
const make = form.getByRole('button', { name: '만들기' })
const dialog = page.getByRole('dialog', { name: '모음에 담기' })

function refuse(field: string, message: string): never {
  throw new Refusal('BAD_USER_INPUT', message, [{ field, message }])
}

test('a collection is sent again as the same one when the first answer is lost on the way', async () => {
  const screen = await openScreen('/me', { viewer, api: { ...meAnswers } })
  await page.getByRole('button', { name: '새 모음' }).click()
  await name.fill('비 오는 날')
  await isPublic.click()
  screen.api.addCollection = () => {
    throw new Unanswered()
  }
  await make.click()
  await expect.element(form.getByRole('alert')).toBeVisible()
  screen.api.addCollection = ({ name }) => collection('c1', { name, visibility: 'public' })
  screen.api.getCollection = collectionPage('c1', [], { name: '비 오는 날', visibility: 'public' })
  await make.click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.poll(() => screen.url).toBe('/collection/c1')
  const [lost, arrived] = screen.asked.filter((one) => one.name === 'addCollection').map(({ variables }) => variables)
  expect(arrived).toEqual(lost)
  expect(arrived).toMatchObject({ name: '비 오는 날', visibility: 'public', key: expect.stringMatching(/./) })
})

test('the 201st place of a collection and the 101st collection are refused, and what was typed stays', async () => {
  const full = collection('full', { name: '꽉 찬 모음', count: 200 })
  const screen = await openScreen('/post/1', {
    viewer,
    api: {
      ...answersBesidePost,
      getPost: fullPost({ id: '1' }),
      getCollections: [full],
      putInCollection: ({ id }) => {
        if (id === full.id) refuse('post', collectionMessages.full)
        return { count: 1 }
      },
      addCollection: ({ name }) =>
        name === '' ? refuse('name', collectionMessages.nameEmpty) : collection('c100', { name }),
    },
  })
  const collect = page.getByRole('button', { name: '모음에 담기' })
  await collect.click()
  const box = dialog.getByRole('checkbox', { name: '꽉 찬 모음' })
  await box.click()
  await expect.element(dialog.getByText('한 모음에는 200곳까지 담을 수 있어요.')).toBeVisible()
  await expect.element(box).not.toBeChecked()

  const fill = async (text: string) => {
    await dialog.getByRole('button', { name: '새 모음' }).click()
    await make.click()
    await expect.element(form.getByText('모음의 이름을 적어 주세요.')).toBeVisible()
    await name.fill(text)
    await about.fill('비 오는 날에')
    await isPublic.click()
    await make.click()
  }
  await fill('백 번째')
  await expect.element(page.getByText('‘백 번째’\u2060에 담았어요')).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  expect(screen.asked.findLast((one) => one.name === 'addCollection')?.variables).toMatchObject({
    name: '백 번째',
    about: '비 오는 날에',
    visibility: 'public',
  })
  await collect.click()
  screen.api.addCollection = ({ name }) =>
    refuse('name', name === '' ? collectionMessages.nameEmpty : collectionMessages.tooMany)
  await fill('백한 번째')
  await expect.element(form.getByText('모음은 100개까지 만들 수 있어요.')).toBeVisible()
  await expect.element(name).toHaveValue('백한 번째')
  await expect.element(about).toHaveValue('비 오는 날에')
  await expect.element(isPublic).toBeChecked()
})

test('where a post is put in a collection, the focus waits for the collections, and goes to the first', async () => {
  const collections = holdAnswer(() => [collection('4', { name: '데이트' })])
  const api = { ...answersBesidePost, getPost: fullPost({ id: '1' }), getCollections: collections.answer }
  await openScreen('/post/1', { viewer, api, width: 1280 })
  await press(page.getByRole('button', { name: '모음에 담기' }))
  await expect.element(dialog.getByText('불러오는 중…')).toHaveFocus()
  collections.release()
  await expect.element(dialog.getByRole('checkbox', { name: '데이트' })).toHaveFocus()
})
