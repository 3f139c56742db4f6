import { expect, test } from 'vitest'
import { stubTabStorage } from '#tests/tab-storage.ts'
import { forgetRecoveryStep, getRecoveryEmail, storeRecoveryStep } from './drafts.ts'

const tab = stubTabStorage()

test('only the entry of the history in which the question was answered shows the second step again', () => {
  expect(getRecoveryEmail('first')).toBeNull()
  expect(getRecoveryEmail(undefined)).toBeNull()
  storeRecoveryStep('first', 'hana@naver.com')
  expect(getRecoveryEmail('first')).toBe('hana@naver.com')
  // A newly opened page begins with the question.
  expect(getRecoveryEmail('second')).toBeNull()
  forgetRecoveryStep()
  expect(getRecoveryEmail('first')).toBeNull()
})

test('a full storage and an entry without a key keep nothing', () => {
  storeRecoveryStep(undefined, 'hana@naver.com')
  tab.isFull = true
  storeRecoveryStep('first', 'hana@naver.com')
  expect(tab.stored.size).toBe(0)
  expect(getRecoveryEmail('first')).toBeNull()
})
