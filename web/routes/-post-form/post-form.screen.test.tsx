import { expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { failures } from '#rules/errors.ts'
import { postMessages } from '#rules/post.ts'
import { profile, profileAnswers } from '#tests/fake-account.ts'
import { author } from '#tests/fake-people.ts'
import { ownMap } from '#tests/fake-places.ts'
import { answerInPages, answersBesideHome, fullPost } from '#tests/fake-posts.ts'
import { type Answers, openScreen, Unanswered } from '#tests/screens/open-screen.tsx'
import { visibleTexts } from '#tests/screens/visible.ts'
import { viewer } from '#tests/viewer.ts'

const api: Answers = { ...ownMap, ...answersBesideHome, getPosts: answerInPages([]) }
const title = page.getByLabelText('상호명')
const contents = page.getByLabelText('상세내용')
const notice = page.getByText('저장하지 않은 내용을 불러왔어요.')

test('a refused or failed post keeps everything typed, also after a reload', async () => {
  const fails = () => {
    throw new Unanswered()
  }
  const screen = await openScreen('/add_post', { api: { ...api, addPost: fails }, viewer })
  const send = page.getByRole('button', { name: '등록하기' })
  await send.click()
  await expect.element(page.getByText(postMessages.titleEmpty)).toBeVisible()
  await expect.element(page.getByText(postMessages.contentsEmpty)).toBeVisible()
  await expect.element(title).toHaveFocus()
  await title.fill('가'.repeat(21))
  await expect.element(page.getByText('상호명을 20자 이내로 작성해주세요.')).toBeVisible()
  await expect.element(page.getByText('21/20')).toBeVisible()
  await contents.fill('나'.repeat(301))
  await expect.element(page.getByText('상세내용은 300자 이내로 작성해주세요.')).toBeVisible()

  await title.fill('🍜'.repeat(20))
  await expect.element(page.getByText('20/20')).toBeVisible()
  await contents.fill('국물이 깊어요.')
  expect(screen.asked.some(({ name }) => name === 'addPost')).toBe(false)
  await send.click()
  await page.getByRole('dialog', { name: failures.offline }).getByRole('button', { name: '닫기' }).click()
  await expect.element(title).toHaveValue('🍜'.repeat(20))
  await expect.element(contents).toHaveValue('국물이 깊어요.')
  await openScreen('/add_post', { api, viewer })
  await expect.element(title).toHaveValue('🍜'.repeat(20))
  await expect.element(contents).toHaveValue('국물이 깊어요.')
})

test('a new post whose draft was restored can be begun anew', async () => {
  await openScreen('/add_post', { api, viewer, width: 1280 })
  await title.fill('쓰다 만 글')
  await openScreen('/add_post', { api, viewer, width: 1280 })
  await expect.element(title).toHaveValue('쓰다 만 글')
  await page.getByRole('button', { name: '새로 쓰기' }).click()
  await expect.element(title).toHaveValue('')
  await expect.element(notice).not.toBeInTheDocument()
})

const wrongDraft = {
  ...{
    contents: {},
    images: 5,
    menus: [7],
    address: [],
    place_name: null,
    lat: 'x',
    lng: {},
    kind: 'toString',
    price: 1,
  },
  ...{ start_time: 9, dishes: [null], closed_on: ['someday'], traits: {}, week_hours: [{ days: 7 }], telephone: false },
  ...{ proposed: { lat: 1 }, isAddressTyped: 'x', landmark: {}, unfinished: 'x' },
}

test.each([{ ...wrongDraft, title: '맞는 글' }, null, [[]], 7, 'text'])(
  'a draft with wrong fields is taken without them: %j',
  async (draft) => {
    sessionStorage.setItem(`draft:${viewer.jwt}:add_post`, JSON.stringify(draft))
    await openScreen('/add_post', { api, viewer })
    await expect.element(title).toHaveValue(draft === null || !Object.hasOwn(Object(draft), 'title') ? '' : '맞는 글')
    await expect.element(contents).toHaveValue('')
    await contents.fill('국물이 깊어요.')
    await expect.element(page.getByRole('button', { name: '등록하기' })).toBeEnabled()
  },
)

test('a draft of another person is not found', async () => {
  await openScreen('/add_post', { api, viewer, width: 1280 })
  await title.fill('남의 초안')
  await openScreen('/add_post', { api, viewer: { ...viewer, jwt: 'duri', username: '두리' }, width: 1280 })
  await expect.element(title).toHaveValue('')
})

test('a restored draft says so and can be discarded', async () => {
  const stored: Answers = {
    ...api,
    ...profileAnswers,
    getPost: fullPost({ id: '7', user_id: viewer.jwt, title: '처음 상호', place_name: '본점' }),
    profile: profile(),
    getAuthor: author(viewer.jwt),
  }
  for (const [address, label, saved] of [
    ['/edit/7', '상호명', '처음 상호'],
    ['/account/profile', '닉네임', viewer.username],
  ] as const) {
    const open = () => openScreen(address, { api: stored, viewer, width: 1280 })
    await open()
    const field = page.getByLabelText(label)
    await expect.element(field).toHaveValue(saved)
    await field.fill('바꾸다 만 말')
    await open()
    await expect.element(field).toHaveValue('바꾸다 만 말')
    await expect.element(notice).toBeVisible()
    await page.getByRole('button', { name: '저장된 내용 보기' }).click()
    await expect.element(field).toHaveValue(saved)
    await expect.element(notice).not.toBeInTheDocument()
    await open()
    await expect.element(field).toHaveValue(saved)
    await expect.element(notice).not.toBeInTheDocument()
  }
})

test('a draft that Forward brings back below its notice says so once, in view', async () => {
  const screen = await openScreen('/', { api, viewer })
  await page.getByRole('link', { name: '글쓰기' }).first().click()
  await title.fill('쓰다 만 글')
  const submit = page.getByRole('button', { name: '등록하기' })
  submit.element().scrollIntoView({ block: 'center', behavior: 'instant' })
  await new Promise((resolve) => requestAnimationFrame(resolve))
  history.back()
  await expect.poll(() => screen.url).toBe('/')
  history.forward()
  await expect.element(title).toHaveValue('쓰다 만 글')
  await expect.element(submit).toBeInViewport()
  await expect.element(notice).toBeInViewport({ ratio: 1 })
  expect(document.querySelectorAll('.toast')).toHaveLength(0)
  await page.getByRole('button', { name: '새로 쓰기' }).click()
  await expect.element(title).toHaveValue('')
  await expect.element(notice).not.toBeInTheDocument()
})

test('a new post asks for photo, place, name, text and hours in this order, and folds the rest', async () => {
  await openScreen('/add_post', { api, viewer })
  const labels = visibleTexts('.form .field-label > span:first-child, .form .field-label:not(:has(> span:first-child))')
  const order = ['사진', '위치', '상호명', '상세내용', '영업시간']
  expect(labels.map((label) => order.find((name) => label.startsWith(name))).filter(Boolean)).toEqual(order)
  expect(labels).toHaveLength(order.length)
  await expect.element(page.getByRole('radio', { name: '한식' })).not.toBeInTheDocument()
  await page.getByText('더 알려 주기').click()
  await page.getByRole('radio', { name: '한식' }).click()
  await page.getByText('더 알려 주기').click()
  await expect.poll(() => visibleTexts('.more-facts summary small')).toEqual(['한식'])
})

test('only a device with a mouse, which has a keyboard, is told about arrow keys', async () => {
  const rule = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => (rule instanceof CSSLayerBlockRule ? [...rule.cssRules] : [rule]))
    .find((rule) => rule instanceof CSSMediaRule && rule.cssText.includes('.for-keyboard')) as CSSMediaRule | undefined
  expect(rule?.conditionText).toBe('not ((any-hover: hover) and (any-pointer: fine))')
})

test('the Enter that completes a syllable searches no place and sends no post', async () => {
  const found = {
    place_name: '해운대해수욕장',
    address_name: '부산 해운대구 우동',
    category: null,
    precision: null,
    rate: 1,
    distance: null,
    position: { lat: 35.16, lng: 129.16 },
  }
  const screen = await openScreen('/add_post', { api: { ...api, searchPlaces: [found] }, viewer, width: 1280 })
  const asked = () => screen.asked.filter(({ name }) => /searchPlaces|addPost|geocode/.test(name)).length
  const picker = page.getByLabelText('장소 검색어')
  for (const field of [picker, title]) {
    const input = field.element() as HTMLInputElement
    input.focus()
    await cdp().send('Input.imeSetComposition', { text: '해운대', selectionStart: 3, selectionEnd: 3 })
    await expect.element(field).toHaveValue('해운대')
    // Chrome sends the key while it composes.
    const enter = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 } as const
    await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
    await cdp().send('Input.insertText', { text: '해운대' })
    await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
    // Safari ends the composition first, and then sends the key as 229.
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '해운대' }))
    const key = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter', keyCode: 229 })
    expect(input.dispatchEvent(key)).toBe(false)
    await expect.element(field).toHaveValue('해운대')
  }
  expect(asked()).toBe(0)
  picker.element().focus()
  await userEvent.keyboard('{Enter}')
  const results = page.getByRole('list', { name: '검색 결과' }).getByRole('listitem')
  await expect.element(results.first()).toMatchTextContent(/해운대/)
  expect(asked()).toBe(1)
  expect(screen.url).toBe('/add_post')
})
