import { afterEach, expect, test, vi } from 'vitest'
import { draftKey, forgetDrafts, readDraft, writeDraft } from './drafts.ts'

afterEach(() => void vi.unstubAllGlobals())

test('drafts of others are removed, and without a handle all of them', () => {
  const stored: Record<string, string> = { other: 'stays' }
  const storage = Object.create({
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => Object.assign(storage, { [key]: text }),
    removeItem: (key: string) => delete storage[key],
  }) as Record<string, string>
  Object.assign(storage, stored)
  vi.stubGlobal('sessionStorage', storage)
  for (const handle of ['mine', 'theirs']) writeDraft(draftKey(handle, 'post'), { title: handle })
  forgetDrafts('mine')
  expect(Object.keys(storage)).toEqual(['other', draftKey('mine', 'post')])
  forgetDrafts()
  expect(Object.keys(storage)).toEqual(['other'])
})

test.each([null, undefined])('a browser without storage (%s) still lets people sign in and out', (storage) => {
  vi.stubGlobal('sessionStorage', storage)
  forgetDrafts('mine')
  forgetDrafts()
  const key = draftKey('mine', 'post')
  writeDraft(key, { title: 'lost' })
  writeDraft(key, null)
  expect(readDraft(key)).toEqual({})
})
