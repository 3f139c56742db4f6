import { expect, test } from 'vitest'
import { stubTabStorage } from '#tests/tab-storage.ts'
import { forgetStep, keepStep, keptStep } from './drafts.ts'

const tab = stubTabStorage()

test('only the entry of the history in which the question was answered shows the second step again', () => {
  expect(keptStep('first')).toBeNull()
  expect(keptStep(undefined)).toBeNull()
  keepStep('first', 'hana@naver.com')
  expect(keptStep('first')).toBe('hana@naver.com')
  // A newly opened page begins with the question.
  expect(keptStep('second')).toBeNull()
  forgetStep()
  expect(keptStep('first')).toBeNull()
})

test('a full storage and an entry without a key keep nothing', () => {
  keepStep(undefined, 'hana@naver.com')
  tab.isFull = true
  keepStep('first', 'hana@naver.com')
  expect(tab.stored.size).toBe(0)
  expect(keptStep('first')).toBeNull()
})
