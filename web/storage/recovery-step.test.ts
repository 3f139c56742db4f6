import { expect, test } from 'vitest'
import { stubTabStorage } from '#tests/tab-storage.ts'
import { forgetRecoveryStep, storedRecoveryEmail, storeRecoveryStep } from './drafts.ts'

const tab = stubTabStorage()

test('only the entry of the history in which the question was answered shows the second step again', () => {
  expect(storedRecoveryEmail('first')).toBeNull()
  expect(storedRecoveryEmail(undefined)).toBeNull()
  storeRecoveryStep('first', 'hana@naver.com')
  expect(storedRecoveryEmail('first')).toBe('hana@naver.com')
  // A newly opened page begins with the question.
  expect(storedRecoveryEmail('second')).toBeNull()
  forgetRecoveryStep()
  expect(storedRecoveryEmail('first')).toBeNull()
})

test('a full storage and an entry without a key keep nothing', () => {
  storeRecoveryStep(undefined, 'hana@naver.com')
  tab.isFull = true
  storeRecoveryStep('first', 'hana@naver.com')
  expect(tab.stored.size).toBe(0)
  expect(storedRecoveryEmail('first')).toBeNull()
})
