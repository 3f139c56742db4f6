import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { Services } from '../context.ts'
import { hasUnseenWrite, setLastWriteCookie } from './cookies.ts'

type Parts = Pick<Services, 'config' | 'secrets' | 'replicas' | 'log'>

afterEach(() => vi.useRealTimers())

test('where the position of a write cannot be read, its member reads from the primary until the replicas have it', async () => {
  vi.useFakeTimers()
  const sign = (text: string) => Buffer.from(text).toString('base64url').padEnd(20, '_')
  const verify = (text: string) => Buffer.from(text.replace(/_+$/, ''), 'base64url').toString()
  const parts = {
    config: { publicOrigin: 'http://127.0.0.1' },
    secrets: { sign, verify },
    replicas: { position: () => Promise.reject(new Error('the primary is busy')), have: () => true },
    log: { debug: () => {} },
  } as unknown as Parts
  const cookies: Record<string, string> = {}
  const reply = { setCookie: (name: string, value: string) => Object.assign(cookies, { [name]: value }) }
  await setLastWriteCookie(parts, reply as unknown as FastifyReply)
  const request = { cookies } as unknown as FastifyRequest
  expect(hasUnseenWrite(parts, request)).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(hasUnseenWrite(parts, request)).toBe(false)
})
