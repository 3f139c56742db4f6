import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { READER_HEADER } from '#contract/reader-state.ts'
import { failures } from '#rules/errors.ts'
import { IMPORT_PATH, importFailureMessages, importLimits, importMessages } from '#rules/place-imports.ts'
import { collection } from '#tests/fake-collections.ts'
import { importAnswers, importedRows, readyImport } from '#tests/fake-import.ts'
import { meAnswers } from '#tests/fake-saves.ts'
import { type Answers, openScreen, Refusal } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const url = '/me?view=import'
const button = (name: string | RegExp) => page.getByRole('button', { name })

type Import = typeof readyImport
const running = {
  ...readyImport,
  state: 'waiting',
  total: 0,
  done: 0,
  found: 0,
  unsure: 0,
  missing: 0,
  bad: 0,
  badRows: [],
}

/** Answers files that the screen sends, and returns those. */
function receiveFiles(answer: () => Response | Promise<Response>): { headers: Headers; size: number }[] {
  const sent: { headers: Headers; size: number }[] = []
  const inner = window.fetch
  window.fetch = async (input, init) => {
    if (input !== IMPORT_PATH) return inner(input, init)
    sent.push({ headers: new Headers(init?.headers), size: init?.body instanceof File ? init.body.size : 0 })
    return answer()
  }
  onTestFinished(() => {
    window.fetch = inner
  })
  return sent
}

const accepted = () => Response.json({ id: '5' }, { status: 202 })
const refused = (message: string) => Response.json({ errors: [{ message }] }, { status: 400 })

function choose(file: File) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file can be chosen')
  const files = new DataTransfer()
  files.items.add(file)
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

const table = new File(['이름,주소\n을밀대,서울\n'], 'list.csv')

test('the menu of 내 맛집 leads to a file, its progress, the choice and the result', async () => {
  let own: unknown = null
  const api: Answers = {
    ...meAnswers,
    ...importAnswers,
    getPlaceImport: () => own as Import,
    keepImported: { saved: 2, collected: 0, known: 1, gone: 0 },
  }
  const screen = await openScreen('/me', { viewer, api })
  await button('내 맛집 가져오기와 내보내기').click()
  await button(/^가져오기$/).click()
  await expect.poll(() => screen.url).toBe(url)
  await expect.element(page.getByRole('heading', { name: '내 맛집 가져오기' })).toBeVisible()
  const sent = receiveFiles(() => {
    own = running
    return accepted()
  })
  await expect.element(button('파일 고르기')).toBeVisible()
  choose(table)
  await expect.element(page.getByText('파일을 읽고 있어요')).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.headers.get(READER_HEADER)).toBe(viewer.jwt)
  own = { ...running, state: 'matching', total: 4, done: 1 }
  await expect.element(page.getByText('장소를 찾고 있어요 1 / 4')).toBeVisible()
  own = readyImport
  await expect.element(page.getByRole('heading', { name: '찾았어요 2' })).toBeVisible()
  expect(document.querySelector('.import-summary')?.textContent).toMatch(
    /찾은 곳 2\s·\s고를 곳 1\s·\s못 찾은 곳 1\s·\s읽지 못한 줄 1/,
  )
  await expect.element(page.getByText('파일에는 ‘노형 국밥’')).toBeVisible()
  await page.getByText('읽지 못한 줄 1', { exact: true }).click()
  await expect.element(page.getByText('7번째 줄: 이름이 없어요.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '‘아무도모르는집’ 찾아보기' })).toBeVisible()

  // By keyboard alone: one that is found is left out, and one of two is chosen.
  const first = page.getByRole('checkbox', { name: /^을밀대/ })
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(button('1곳 담기')).toBeVisible()
  const [one] = page
    .getByRole('group', { name: /^두집국수/ })
    .getByRole('radio')
    .elements() as HTMLElement[]
  one?.focus()
  await userEvent.keyboard(' ')
  await expect.element(button('2곳 담기')).toBeVisible()
  await page.getByRole('checkbox', { name: '모두 담기' }).click()
  await button('3곳 담기').click()
  await expect.element(page.getByRole('heading', { name: '다 담았어요' })).toHaveFocus()
  await expect.element(page.getByText('‘가고 싶어요’\u2060에 2곳을 담았어요.')).toBeVisible()
  await expect.element(page.getByText('1곳은 이미 담겨 있었어요.')).toBeVisible()
  const kept = screen.asked.find(({ name }) => name === 'keepImported')?.variables as {
    rows: number[]
    choices: number[]
  }
  const picks = kept.rows.map((row, index) => [row, kept.choices[index]])
  expect(picks.toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ])
  await button('내 맛집 보기').click()
  await expect.poll(() => screen.url).toBe('/me')
})

test('places go into a chosen collection, and a refusal keeps every choice', async () => {
  let refuses = true
  const api: Answers = {
    ...meAnswers,
    ...importAnswers,
    getCollections: [collection('c1', { name: '여름 국수' })],
    keepImported: () => {
      if (refuses) throw new Refusal('BAD_USER_INPUT', '한 모음에는 200곳까지 담을 수 있어요.')
      return { saved: 0, collected: 1, known: 0, gone: 0 }
    },
  }
  const screen = await openScreen(url, { viewer, api })
  await page.getByRole('checkbox', { name: /^노형국밥/ }).click()
  await page.getByRole('combobox', { name: '담을 곳' }).selectOptions('여름 국수')
  await button('1곳 담기').click()
  await expect.element(page.getByText('한 모음에는 200곳까지 담을 수 있어요.')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /^노형국밥/ })).not.toBeChecked()
  refuses = false
  await button('1곳 담기').click()
  await expect.element(page.getByText('모음에 1곳을 담았어요.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: '모음 보기' })).toHaveAttribute('href', '/collection/c1')
  expect(screen.asked.findLast(({ name }) => name === 'keepImported')?.variables).toEqual({
    id: '5',
    rows: [1],
    choices: [0],
    collection: 'c1',
  })
})

test('places go into a collection that is made on the way, which is then chosen', async () => {
  const made = collection('c2', { name: '토요일' })
  let collections = [collection('c1', { name: '여름 국수' })]
  const api: Answers = {
    ...meAnswers,
    ...importAnswers,
    getCollections: () => collections,
    addCollection: () => {
      collections = [made, ...collections]
      return made
    },
    keepImported: { saved: 0, collected: 2, known: 0, gone: 0 },
  }
  const screen = await openScreen(url, { viewer, api })
  await button('새 모음').click()
  const form = page.getByRole('dialog', { name: '새 모음' })
  await form.getByRole('textbox', { name: /^이름/ }).fill('토요일')
  await form.getByRole('button', { name: '만들기' }).click()
  await expect.element(page.getByRole('combobox', { name: '담을 곳' })).toHaveDisplayValue('토요일')
  await button('2곳 담기').click()
  await expect.element(page.getByRole('link', { name: '모음 보기' })).toHaveAttribute('href', '/collection/c2')
  expect(screen.asked.findLast(({ name }) => name === 'keepImported')?.variables).toMatchObject({ collection: 'c2' })
})

test('what is wrong with a file is said in its place, and another can be chosen at once', async () => {
  let own: unknown = null
  await openScreen(url, { viewer, api: { ...meAnswers, getPlaceImport: () => own as Import } })
  let answer = () => Promise.resolve(refused(importMessages.busy))
  const sent = receiveFiles(() => answer())
  await expect.element(button('파일 고르기')).toBeVisible()
  choose(new File([new Uint8Array(importLimits.bytes + 1)], 'large.csv'))
  await expect.element(page.getByText(importMessages.tooLarge)).toBeVisible()
  expect(sent).toHaveLength(0)
  choose(table)
  await expect.element(page.getByText(importMessages.busy)).toBeVisible()
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  choose(table)
  await expect.element(page.getByText(failures.offline)).toBeVisible()
  own = { ...running, state: 'failed', failure: importFailureMessages.unknown }
  answer = () => Promise.resolve(accepted())
  choose(table)
  await expect.element(page.getByText(importFailureMessages.unknown)).toBeVisible()
  await expect.element(button('파일 고르기')).toBeVisible()
})

test('a file dropped on the page is sent once, and does not replace the page', async () => {
  await openScreen(url, { viewer, api: { ...meAnswers, getPlaceImport: null }, width: 1280 })
  const sent = receiveFiles(accepted)
  await expect.element(button('파일 고르기')).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(table)
  const drop = (type: string) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
  window.dispatchEvent(drop('dragover'))
  await vi.waitFor(() => expect(document.querySelector('.drop-over')).not.toBeNull())
  const dropped = drop('drop')
  window.dispatchEvent(dropped)
  expect(dropped.defaultPrevented).toBe(true)
  await expect.poll(() => sent.length).toBe(1)
  expect(document.querySelector('.drop-over')).toBeNull()
})

test('an import is ended, and a list of two thousand places is read in pages and shown in parts', async () => {
  let own: unknown = { ...readyImport, total: 2000, found: 2000, unsure: 0, missing: 0, bad: 0, badRows: [] }
  const row = (n: number) => ({
    ...importedRows[0],
    row: n,
    name: `집 ${n}`,
    places: [{ ...importedRows[0]?.places[0], name: `집 ${n}` }],
  })
  const screen = await openScreen(url, {
    viewer,
    api: {
      ...meAnswers,
      getPlaceImport: () => own as Import,
      getImportedRows: ({ after }) =>
        Array.from({ length: Math.min(importLimits.page, 2000 - (after ?? 0)) }, (_, n) =>
          row((after ?? 0) + n + 1),
        ) as never,
      dropPlaceImport: () => {
        own = null
        return { count: 1 }
      },
    },
  })
  await expect.element(button('2,000곳 담기')).toBeVisible()
  expect(screen.asked.filter(({ name }) => name === 'getImportedRows')).toHaveLength(2000 / importLimits.page + 1)
  expect(document.querySelectorAll('.import-place')).toHaveLength(30)
  await button('더 보기').click()
  expect(document.querySelectorAll('.import-place')).toHaveLength(60)
  await button('가져오기 취소').click()
  await expect.element(button('파일 고르기')).toBeVisible()
})
