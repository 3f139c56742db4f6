import earlyScript from 'virtual:script/frame/early-script'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerInPages, answerSearchInPages, answersBesideHome, listedPost } from '#tests/fake-posts.ts'
import { openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const yeoksam = { near: '37.500,127.036', name: '역삼동' }

/** What another release, a person or a fault may have left under any key. */
const shapes = [
  'null',
  '{}',
  '[]',
  '[null]',
  '[[]]',
  '[7]',
  '{"name":{}}',
  '7',
  '-1',
  'true',
  '"text"',
  'text',
  '{',
  '',
]

const KEYS = {
  localStorage:
    'auto_login cards passkey recent_searches recent_towns seen_places theme town town_later town_room'.split(' '),
  sessionStorage: 'auth carried_wish clock fulfilled_wish reader_posts screen_heights screens user'.split(' '),
} as const

function storeEverywhere(text: string): void {
  for (const [area, keys] of Object.entries(KEYS)) {
    for (const key of keys) globalThis[area as keyof typeof KEYS].setItem(key, text)
  }
}

/** A town of which one field is wrong. */
const towns = [
  { near: yeoksam.near },
  { name: yeoksam.name },
  ...[7, null, '', 'here', ['37.5,127'], {}].map((near) => ({ ...yeoksam, near })),
  ...[7, null, '', true, ['역삼동'], {}].map((name) => ({ ...yeoksam, name })),
  ...[7, null, true, ['서울'], {}].flatMap((area) => [
    { ...yeoksam, area },
    { ...yeoksam, around: area },
  ]),
  ...[7, null, 'true', {}].map((isAside) => ({ ...yeoksam, isAside })),
]

const api = {
  ...answersBesideHome,
  getPosts: answerInPages([listedPost('1')]),
  getSearchPosts: answerSearchInPages([]),
  getSearchCollections: [],
}
const question = page.getByRole('region', { name: '내 동네' })

test.each(shapes)('home and the search page take %s under every key for nothing stored', async (text) => {
  storeEverywhere(text)
  for (const given of [{ api }, { api: { ...api, user: viewer }, viewer, posts: { 1: { liked: true as const } } }]) {
    const screen = await openScreen('/', given)
    await expect.element(page.getByRole('article')).toMatchTextContent(/식당 1/)
    // A switch is just what it says.
    if (text !== 'true') await expect.element(question).toBeVisible()
    await screen.close()
    const search = await openScreen('/search', given)
    await expect.element(page.getByRole('link', { name: '식당 1' })).toBeVisible()
    expect(page.getByRole('region', { name: /최근/ }).getByRole('link').elements()).toEqual([])
    await search.close()
  }
})

test('a town with a wrong field is none', async () => {
  for (const town of towns) {
    localStorage.town = JSON.stringify(town)
    const screen = await openScreen('/', { api })
    await expect.element(question, { message: localStorage.town }).toBeVisible()
    await screen.close()
    // Nothing but text is drawn before the page's own script.
    const { name, near } = town as { name?: unknown; near?: unknown }
    const isDrawn = [name, near].every((one) => one && typeof one === 'string')
    if (!isDrawn) expect(firstPaint().data.town, localStorage.town).toBe('ask')
  }
})

test('the first script reserves room for nothing that is wrongly stored', () => {
  for (const text of shapes) {
    storeEverywhere(text)
    const { data, style } = firstPaint()
    expect({ ...data, fonts: undefined }, text).toEqual({ town: text === 'true' ? 'none' : 'ask', returning: 'done' })
    expect(style, text).toBe('')
  }
  localStorage.clear()
  localStorage.town = JSON.stringify(yeoksam)
  for (const height of [{}, [], '7', -5, null, 1e9]) {
    localStorage.town_room = JSON.stringify([300, height])
    sessionStorage.screen_heights = JSON.stringify({ entry: height === 1e9 ? 0 : height })
    expect(firstPaint(), String(height)).toEqual({
      data: { town: 'chosen', returning: 'done', fonts: expect.anything() },
      style: '--town-name: "역삼동";',
    })
  }
})

test('the first script reserves the room that was remembered', () => {
  localStorage.town = JSON.stringify({ ...yeoksam, isAside: true })
  localStorage.town_room = '[300,540]'
  localStorage.theme = 'dark'
  localStorage.cards = 'rows'
  sessionStorage.screen_heights = '{"entry":4000.5}'
  const { data, style } = firstPaint()
  expect(data).toMatchObject({ town: 'aside', theme: 'dark', cards: 'rows', returning: 'yes' })
  expect(style).toBe('--town-name: "역삼동"; --town-room: 540px; --returning: 4000.5px;')
})

/** What the page's first script says of a page that is loaded now, 300 pixels wide. */
function firstPaint(): { data: DOMStringMap; style: string } {
  const frame = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => frame.remove())
  frame.width = '300'
  const { contentDocument: inner, contentWindow } = frame
  if (!inner || !contentWindow) throw new Error('no frame')
  contentWindow.history.replaceState({ __TSR_key: 'entry' }, '')
  const script = inner.createElement('script')
  script.textContent = earlyScript
  inner.head.append(script)
  const { dataset, style } = inner.documentElement
  return { data: { ...dataset }, style: style.cssText }
}
