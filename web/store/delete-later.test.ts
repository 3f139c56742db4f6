import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { toasts } from '../kit/toast.tsx'
import { deleteLater, sendWaitingDeletions } from './delete-later.ts'
import { Store } from './store.ts'

beforeAll(() => {
  // The page has no element that could get the focus.
  vi.stubGlobal('document', { querySelector: () => null, getElementById: () => null })
})

// The tests of other files share this process.
afterAll(() => {
  vi.unstubAllGlobals()
})

const dismissAll = () => {
  for (const { id } of toasts.all()) toasts.dismiss(id)
}

afterEach(async () => {
  await sendWaitingDeletions()
  dismissAll()
})

const sent: string[] = []
const store = new Store(null)

/** Deletes posts, each with the same words. */
function remove(...ids: string[]): void {
  sent.length = 0
  for (const id of ids)
    deleteLater(store, {
      name: `post ${id}`,
      done: '글을 삭제했어요.',
      send: async () => void sent.push(id),
      onGone: () => {},
      focusWhenBack: 'h2',
    })
}

test('of two quick deletions each can be undone, and is sent when its toast goes', async () => {
  remove('1', '2')
  const [first, second] = toasts.all()
  first?.undo?.()
  expect(toasts.all()).toEqual([second, expect.objectContaining({ text: '되돌렸어요.' })])
  expect(sent).toEqual([])
  dismissAll()
  expect(sent).toEqual(['2'])
  expect(toasts.all()).toEqual([])
})

test('what can be undone goes on to the next page', () => {
  remove('1')
  toasts.leavePage()
  expect(toasts.all()).toHaveLength(1)
})

test('the fourth deletion at once sends the first, and the same one is not sent twice', async () => {
  remove('1', '2', '3', '3', '4')
  expect(sent).toEqual(['1'])
  expect(toasts.all()).toHaveLength(3)
  await sendWaitingDeletions()
  expect(sent).toEqual(['1', '2', '3', '4'])
  dismissAll()
  expect(sent).toHaveLength(4)
})

test('a failure is told', async () => {
  const told: unknown[] = []
  const failure = new Error('애러가 발생했습니다.')
  deleteLater(store, {
    name: 'comment 9',
    done: '댓글을 삭제했어요.',
    send: () => Promise.reject(failure),
    onGone: () => told.push('gone'),
    focusWhenBack: 'h2',
    onFailure: (error) => told.push(error),
  })
  dismissAll()
  await expect.poll(() => told).toEqual([failure])
})
