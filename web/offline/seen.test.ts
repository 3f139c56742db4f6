import { beforeEach, expect, test, vi } from 'vitest'
import { READER_HEADER, UNKEPT_READER } from '#contract/reader-state.ts'

/** The browser's caches, as far as the worker uses them. */
let stored: Map<string, Map<string, Response>>
let seen: typeof import('./seen.ts')

beforeEach(async () => {
  stored = new Map()
  const open = async (name: string) => {
    if (!stored.has(name)) stored.set(name, new Map())
    const entries = stored.get(name) as Map<string, Response>
    return {
      match: async (key: string) => entries.get(key)?.clone(),
      put: async (key: string, response: Response) => void entries.set(key, response),
      add: async (key: string) => void entries.set(key, answer('own')),
      delete: async (key: string) => entries.delete(key),
      keys: async () => [...entries.keys()],
    }
  }
  vi.stubGlobal('caches', {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  })
  vi.resetModules()
  seen = await import('./seen.ts')
})

function answer(text: string, reader?: string, status = 200): Response {
  return new Response(text, { status, headers: reader === undefined ? {} : { [READER_HEADER]: reader } })
}

/** A page that the site answers now. */
async function visit(key: string, reader?: string, text = key): Promise<void> {
  await seen.setReader(answer('', reader), seen.nextRequestNumber())
  await seen.keepPage(key, answer(text, reader))
}

const kept = async (key: string) => (await seen.findKeptResponse(key))?.text()

test('what was seen is there, the last version of it', async () => {
  await visit('/', 'hana', 'old')
  await visit('/', 'hana', 'new')
  expect(await kept('/')).toBe('new')
  await seen.removeKeptPage('/')
  expect(await kept('/')).toBeUndefined()
})

test('another reader, and nobody, find nothing of the one before', async () => {
  for (const next of ['duri', undefined, UNKEPT_READER]) {
    await visit('/me', 'hana')
    await seen.keepPhoto('/images/a', answer('photo'))
    await seen.keepFile('/assets/a.js', answer('file'))
    await visit('/', next)
    expect([...stored.keys()].filter((name) => name.endsWith('hana'))).toEqual([])
    expect(await kept('/me')).toBeUndefined()
    expect(await kept('/assets/a.js')).toBe('file')
  }
})

test('of a session that ends with the browser nothing is kept', async () => {
  await visit('/me', UNKEPT_READER)
  await seen.keepPhoto('/images/a', answer('photo'))
  expect([...stored.keys()]).toEqual([])
})

test('a late response to the reader before is not kept, and removes nothing', async () => {
  await visit('/me', 'hana')
  const late = seen.nextRequestNumber()
  await seen.setReader(answer(''), seen.nextRequestNumber())
  await visit('/', undefined)
  await seen.setReader(answer('', 'hana'), late)
  await seen.keepPage('/me', answer('late', 'hana'))
  expect(await kept('/me')).toBeUndefined()
  expect(await kept('/')).toBe('/')
})

test('a site that fails does not say who reads', async () => {
  await visit('/me', 'hana')
  await seen.setReader(answer('', undefined, 503), seen.nextRequestNumber())
  expect(await kept('/me')).toBe('/me')
})

test('the oldest go first, and what is too large is left out', async () => {
  for (let n = 0; n < 70; n++) await visit(`/post/${n}`, 'hana')
  await visit('/post/20', 'hana')
  await visit('/post/71', 'hana')
  expect(stored.get('pages hana')?.size).toBe(60)
  expect(await kept('/post/10')).toBeUndefined()
  expect(await kept('/post/20')).toBe('/post/20')
  await visit('/large', 'hana', 'x'.repeat(250_001))
  expect(await kept('/large')).toBeUndefined()
})
