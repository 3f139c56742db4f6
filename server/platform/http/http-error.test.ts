import type { FastifyError } from 'fastify'
import { expect, test, vi } from 'vitest'
import { AppError, badInput } from '../errors.ts'
import { errorsBody, HttpError, statusOf, toKnownError } from './http-error.ts'

const request = {
  log: { error: () => {} },
  server: { logUnavailable: () => {}, countError: () => {} },
  raw: { socket: { destroyed: false } },
} as unknown as Parameters<typeof toKnownError>[1]

test.each([
  ['a code of ours', new AppError('TOO_LARGE'), 413, 'TOO_LARGE'],
  ['a refusal with a status of its own', new HttpError(415, 'BAD_USER_INPUT'), 415, 'BAD_USER_INPUT'],
  ['what Fastify refuses', { statusCode: 413 }, 413, 'BAD_USER_INPUT'],
  ['what a plugin limits', { statusCode: 429 }, 429, 'RATE_LIMITED'],
  ['what closes', { statusCode: 503 }, 503, 'UNAVAILABLE'],
  ['anything else', new TypeError('not ours'), 500, 'INTERNAL'],
])('%s has its status and code', (_what, error, status, code) => {
  const known = toKnownError(error as FastifyError, request)
  expect([statusOf(known), known.code]).toEqual([status, code])
})

test('the log is told why something is away, not what its visitor is told', () => {
  const logUnavailable = vi.fn()
  const away = new AppError('UNAVAILABLE')
  away.cause = new Error('The bucket does not answer')
  toKnownError(away as unknown as FastifyError, { ...request, server: { ...request.server, logUnavailable } })
  expect(logUnavailable.mock.calls).toEqual([[away.cause]])
})

test('the body holds the message, the code and the fields, and the path of the failure', () => {
  const fields = [{ field: 'title', message: '제목을 입력해주세요' }]
  expect(errorsBody(badInput(fields), ['addPost'])).toEqual({
    errors: [{ message: '제목을 입력해주세요', extensions: { code: 'BAD_USER_INPUT', fields }, path: ['addPost'] }],
  })
  expect(errorsBody(new AppError('FORBIDDEN'))).toEqual({
    errors: [{ message: '권한이 없습니다.', extensions: { code: 'FORBIDDEN' } }],
  })
})
