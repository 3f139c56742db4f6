import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PostSite, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const { drawn, release } = vi.hoisted(() => {
  let release = () => {}
  const drawn = new Promise<Buffer>((resolve) => {
    release = () => resolve(Buffer.from('picture'))
  })
  return { drawn, release: () => release() }
})
vi.mock('../../share/draw.ts', () => ({ drawShareImage: () => drawn }))

let site: PostSite

beforeAll(async () => {
  site = await startPostSite({ env: unlimited })
})
afterAll(() => site.close())

test('while a picture is drawn two hundred requests wait, and more are refused', async () => {
  const id = await site.post()
  const { text } = await site.api.fresh().post({ query: `{ getPost(id: "${id}") { share_image } }` })
  const path = JSON.parse(text).data.getPost.share_image
  const statuses: number[] = []
  const asked = Array.from({ length: 250 }, (_, n) =>
    site.api
      .fresh(`127.0.0.${2 + (n % 50)}`)
      .send('GET', path)
      .then(({ status }) => statuses.push(status)),
  )
  await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(49)
  expect(new Set(statuses)).toEqual(new Set([503]))
  release()
  await Promise.all(asked)
  expect(statuses.filter((status) => status === 200)).toHaveLength(201)
})
