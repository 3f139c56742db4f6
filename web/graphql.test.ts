import { expect, onTestFinished, test, vi } from 'vitest'
import { READER_HEADER, VISITOR_READER, type Viewer } from '#contract/reader-state.ts'
import { viewer } from '#tests/viewer.ts'
import { executeOverHttp, storeResponses } from './graphql.ts'
import { Store } from './store/store.ts'

const nothing = { unread: 0, posts: {}, authors: {} }

test('a response that was asked for before a write ended does not bring back the number of the bell', async () => {
  const store = new Store(viewer)
  store.setUnread(3)
  const waiting: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)))
  const answer = (nth: number, body: object) => waiting[nth]?.(Response.json(body))
  const withUnread = (unread: number) => ({ data: {}, extensions: { reader: { ...nothing, viewer, unread } } })
  const execute = executeOverHttp(store)
  const write = execute('mutation { … }', {})
  const asked = execute('{ … }', {})
  answer(0, { data: {} })
  await write
  store.setUnread(1)
  answer(1, withUnread(3))
  await asked
  expect(store.unread).toBe(1)
  const later = execute('{ … }', {})
  answer(2, withUnread(2))
  await later
  expect(store.unread).toBe(2)
  vi.unstubAllGlobals()
})

test('what a write brings is newer than a read that was sent after it and answered before it', async () => {
  const store = new Store(viewer)
  const comment = (text: string) => ({ data: { comment: { id: '1', tasty: false, text } } })
  const [write, read] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
  const execute = storeResponses(store, (query) => (query.includes('mutation') ? write.promise : read.promise))
  const both = [execute('\n  mutation { … }', {}), execute('{ … }', {})]
  read.resolve(comment('맛있어요'))
  await both[1]
  write.resolve(comment('정말 맛있어요'))
  await both[0]
  expect(store.get('comment', '1')).toMatchObject({ text: '정말 맛있어요' })
})

/** A tab with this viewer; each request gets the next of `bodies`, and its headers are recorded. */
function openTab(viewer: Viewer | null, ...bodies: object[]) {
  const shown: (string | null)[] = []
  const store = new Store(viewer)
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    shown.push(new Headers(headers).get(READER_HEADER))
    return Response.json(bodies[shown.length - 1])
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return { shown, store, execute: executeOverHttp(store) }
}

const duri = { ...viewer, jwt: 'duri' }
const state = (of: Viewer) => ({ data: {}, extensions: { reader: { ...nothing, viewer: of } } })
const refused = { data: null, errors: [{ message: '…', extensions: { code: 'OTHER_ACCOUNT' } }] }

test('every request says who the page shows, or who asked for it earlier', async () => {
  const { shown, store, execute } = openTab(null, {}, {}, {})
  await execute('{ … }', {})
  store.setViewer(viewer)
  await execute('mutation { … }', {})
  await execute('mutation { … }', {}, { reader: 'duri' })
  expect(shown).toEqual([VISITOR_READER, viewer.jwt, 'duri'])
})

test.each([
  ['a refused write', viewer, refused],
  ['a read', viewer, state(duri)],
  ['a visitor’s read', null, state(duri)],
])('a tab hears of another account by the response to %s', async (_, shown, body) => {
  const { store, execute } = openTab(shown, body)
  await execute('{ … }', {})
  expect(store.session).toBe('other')
  expect(store.viewer).toBe(shown)
})

test('a response to who was shown before tells nothing of another account', async () => {
  const { store, execute } = openTab(viewer, state(viewer), state(viewer), refused)
  await execute('{ … }', {})
  expect(store.session).toBe('own')
  const late = execute('{ … }', {})
  store.setViewer(duri)
  await late
  await execute('mutation { … }', {}, { reader: viewer.jwt })
  expect(store.session).toBe('own')
})
