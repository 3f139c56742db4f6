import { expect, test, vi } from 'vitest'
import type { ReaderState } from '#contract/reader-state.ts'
import { executeOverHttp } from './graphql.ts'

test('a response that was asked for before a write ended does not bring back the number of the bell', async () => {
  const reader = {
    viewer: null,
    hearSession: () => {},
    unread: 3,
    accept({ unread }: ReaderState) {
      reader.unread = unread
    },
  }
  const waiting: ((response: Response) => void)[] = []
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => waiting.push(resolve)))
  const answer = (nth: number, body: object) => waiting[nth]?.(Response.json(body))
  const withUnread = (unread: number) => ({ data: {}, extensions: { reader: { unread } } })
  const execute = executeOverHttp(reader)
  const write = execute('mutation { … }', {})
  const asked = execute('{ … }', {})
  answer(0, { data: {} })
  await write
  reader.unread = 1
  answer(1, withUnread(3))
  await asked
  expect(reader.unread).toBe(1)
  const later = execute('{ … }', {})
  answer(2, withUnread(2))
  await later
  expect(reader.unread).toBe(2)
  vi.unstubAllGlobals()
})
