import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubTabStorage } from '#tests/tab-storage.ts'
import { getStoredUser } from '../storage/browser-storage.ts'
import { clearViewer, setViewer } from './change-viewer.ts'
import { Store } from './store.ts'
import { viewerQuery } from './viewer.ts'

const hana = {
  email: 'hana@naver.com',
  username: '하나',
  jwt: 'hana',
  image: null,
  questionIndex: 0,
  restricted: false,
}
const duri = { ...hana, email: 'duri@naver.com', username: '두리', jwt: 'duri' }
const signedOut = { errors: [{ message: '로그인이 필요합니다.', extensions: { code: 'UNAUTHENTICATED' } }] }

stubTabStorage()
const open = () => ({ queryClient: new QueryClient(), store: new Store(null) })
let context = open()
const shown = () => context.store.viewer?.jwt

beforeEach(() => {
  context = open()
})

function lookUp() {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const done = context.queryClient.fetchQuery(viewerQuery(() => promise, context.store))
  return (answer: unknown) => {
    resolve(answer)
    return done
  }
}

test('a new page of a tab looks up who is signed in', async () => {
  setViewer(context, hana)
  await lookUp()({ data: { user: { ...hana, username: '새이름' } } })
  expect(getStoredUser()?.username).toBe('새이름')
  await lookUp()(signedOut)
  expect(shown()).toBeUndefined()
  expect(getStoredUser()).toBeNull()
})

test('an answer that comes after a logout signs nobody in again', async () => {
  setViewer(context, hana)
  const answer = lookUp()
  clearViewer(context)
  await answer({ data: { user: hana } })
  expect(shown()).toBeUndefined()
  expect(getStoredUser()).toBeNull()
})

test('an answer that comes after a login does not undo it', async () => {
  setViewer(context, hana)
  for (const late of [signedOut, { data: { user: hana } }]) {
    const answer = lookUp()
    setViewer(context, duri)
    await answer(late)
    expect(shown()).toBe('duri')
    expect(getStoredUser()?.jwt).toBe('duri')
    setViewer(context, hana)
  }
})

test('a tab whose session is of another account keeps who it shows, and knows that', async () => {
  setViewer(context, hana)
  await lookUp()({ errors: [{ message: '권한이 없습니다.', extensions: { code: 'FORBIDDEN' } }] })
  expect([shown(), context.store.session]).toEqual(['hana', 'other'])
  setViewer(context, duri)
  expect(context.store.session).toBe('own')
})

test('a login and a logout are told to other tabs, and nothing of it stays stored', () => {
  const written: [string, string][] = []
  const setItem = (key: string, text: string) => written.push([key, text])
  const removeItem = vi.fn()
  vi.stubGlobal('localStorage', { setItem, removeItem, getItem: () => null })
  setViewer(context, hana)
  clearViewer(context)
  expect(written).toEqual([
    ['reader', 'hana'],
    ['reader', ''],
  ])
  expect(removeItem.mock.calls.filter(([key]) => key === 'reader')).toHaveLength(2)
})
