import { expect, test } from 'vitest'
import { groupInFours, hasRecoveryCodeForm, twoStepCodeSchema, twoStepMessages } from './two-step.ts'
import { validateInput } from './validate.ts'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['１２３-４５６', '123456'],
  ['abcd efgh-jklm–2345', 'ABCDEFGHJKLM2345'],
])('%j is the code %s', (typed, code) => {
  expect(validateInput(twoStepCodeSchema, { code: typed })).toMatchObject({ ok: true, value: { code } })
})

test.each([
  ['', twoStepMessages.codeEmpty],
  [' - ', twoStepMessages.codeEmpty],
  ['12345', twoStepMessages.codeForm],
  ['1234567', twoStepMessages.codeForm],
  ['ABCDEFGHIJKLMNOP', twoStepMessages.codeForm],
  ['1'.repeat(101), twoStepMessages.codeForm],
])('%j is no code', (typed, message) => {
  expect(validateInput(twoStepCodeSchema, { code: typed })).toMatchObject({
    ok: false,
    fields: [{ field: 'code', message }],
  })
})

test('recovery codes are told from those of the app, and are shown in groups', () => {
  expect([hasRecoveryCodeForm('123456'), hasRecoveryCodeForm('2345234523452345')]).toEqual([false, true])
  expect(groupInFours('ABCDEFGHJK')).toBe('ABCD EFGH JK')
})
