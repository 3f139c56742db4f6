import { expect, test } from 'vitest'
import { createLog, describeError } from './log.ts'

const databaseError = (code: string, message: string) =>
  Object.assign(new Error(message), {
    severity: 'ERROR',
    code,
    detail: 'Failing row contains (7, canary@naver.com, $argon2id$…).',
    where: "unnamed portal parameter $1 = 'canary'",
    table: 'accounts',
    constraint: 'accounts_email_key_key',
    parameters: ['canary'],
  })

test('of a database error the log names table and constraint, and quotes no row', () => {
  const described = describeError(databaseError('23505', 'duplicate key value violates unique constraint'))
  expect(described).toMatchObject({ code: '23505', table: 'accounts', constraint: 'accounts_email_key_key' })
  expect(JSON.stringify(described)).not.toContain('canary')
})

test('a data exception quotes the value in its message, which is left out', () => {
  const described = describeError(databaseError('22P02', 'invalid input syntax for type integer: "canary"'))
  expect(JSON.stringify(described)).not.toContain('canary')
  expect(described.stack).toContain('log.test.ts')
})

test('causes are described in the same way', () => {
  const described = describeError(new Error('outer', { cause: databaseError('22P02', 'canary') }))
  expect(described.message).toBe('outer')
  expect(JSON.stringify(described)).not.toContain('canary')
})

test('the log does this for everything logged as an error', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  log.error({ err: databaseError('23505', 'duplicate key') }, 'operation failed')
  log.child({}).warn({ err: databaseError('23505', 'duplicate key') }, 'operation failed')
  log.error(databaseError('23505', 'duplicate key'))
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain('canary')
})
