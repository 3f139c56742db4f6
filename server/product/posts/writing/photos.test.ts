import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { serverFailureMessages } from '#rules/errors.ts'
import { MAX_POST_IMAGES, postMessages } from '#rules/post.ts'
import { openPostSite, type Person, refusal, somePost } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const pictures = (owner: Person, count: number) => Promise.all(Array.from({ length: count }, () => site.picture(owner)))

async function shown(id: string): Promise<string[]> {
  const { images, image, image_count } = await site.api.as(await site.person()).getPost({ id })
  expect(image).toBe(images[0]?.url ?? null)
  expect(image_count).toBe(images.length)
  return images.map(({ url }) => url)
}

/** The ones of these pictures that are queued for deletion. */
async function queued(urls: readonly string[]): Promise<string[]> {
  const keyOf = (url: string) => /([A-Za-z0-9_-]{22})\.jpg$/.exec(url)?.[1] ?? ''
  const rows = await site.db
    .selectFrom('images')
    .select('key')
    .where('key', 'in', urls.map(keyOf))
    .where('claimed_at', 'is', null)
    .execute()
  const keys = new Set(rows.map(({ key }) => key))
  return urls.filter((url) => keys.has(keyOf(url)))
}

test('a post shows ten photos in their order, each with its size; the first is its image', async () => {
  const author = await site.person()
  const images = await pictures(author, MAX_POST_IMAGES)
  const id = await site.post({ author, images })
  expect(await shown(id)).toEqual(images)
  const info = { width: 1600, height: 1200, placeholder: 'data:image/png;base64,AAAA' }
  expect(await site.api.getPost({ id })).toMatchObject({
    image_info: info,
    images: images.map((url) => ({ url, info })),
  })
  expect(await queued(images)).toEqual([])
})

test('eleven photos, one that is there twice and one of somebody else are refused, and claim none', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const [images, foreign] = [await pictures(author, 2), await site.picture(await site.person())]
  const [first = '', second = ''] = images
  const tooMany = [...images, ...(await pictures(author, MAX_POST_IMAGES - 1))]
  for (const [sent, message] of [
    [tooMany, postMessages.imagesMany],
    [[first, second, first], postMessages.imagesTwice],
    [[first, foreign], serverFailureMessages.foreignImage],
    [[first, 'javascript:alert(1)'], serverFailureMessages.foreignImage],
    [['a\0b'], serverFailureMessages.foreignImage],
  ] as const) {
    expect(await refusal(api.addPost({ ...somePost, images: [...sent] }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message,
    })
  }
  expect(await queued(tooMany)).toEqual(tooMany)
})

test('an edit keeps, adds, orders and takes out photos; those taken out are queued for deletion', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const [a = '', b = '', c = '', d = ''] = await pictures(author, 4)
  const id = await site.post({ author, images: [a, b, c] })
  await api.editPost({ id, ...somePost, images: [c, d, a] })
  expect(await shown(id)).toEqual([c, d, a])
  expect(await queued([a, b, c, d])).toEqual([b])
  await api.editPost({ id, ...somePost, images: [] })
  expect(await shown(id)).toEqual([])
  expect(await queued([a, c, d])).toEqual([a, c, d])
})

test('`image` alone means one photo, for clients that do not know `images`', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const [a = '', b = '', c = ''] = await pictures(author, 3)
  const id = await site.post({ author, image: a })
  expect(await shown(id)).toEqual([a])
  await api.editPost({ id, ...somePost, images: [a, b] })
  await api.editPost({ id, ...somePost, image: a })
  expect(await shown(id)).toEqual([a])
  expect(await queued([a, b])).toEqual([b])
  await api.editPost({ id, ...somePost, image: c, images: [a] })
  expect(await shown(id)).toEqual([a])
  await api.editPost({ id, ...somePost })
  expect(await shown(id)).toEqual([])
})

test('a refused edit keeps every photo', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const images = await pictures(author, 2)
  const foreign = await site.picture(await site.person())
  const id = await site.post({ author, images })
  expect(await refusal(api.editPost({ id, ...somePost, images: [images[1] ?? '', foreign] }))).toMatchObject({
    message: serverFailureMessages.foreignImage,
  })
  expect(await shown(id)).toEqual(images)
  expect(await queued(images)).toEqual([])
})

test('photos that two posts want at once, in opposite orders, go to one of them', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  for (let round = 0; round < 5; round++) {
    const images = await pictures(author, 5)
    const both = [images, images.toReversed()]
    const results = await Promise.allSettled(both.map((images) => api.addPost({ ...somePost, images })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const added = results.findIndex(({ status }) => status === 'fulfilled')
    const [{ id } = { id: '' }] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(await shown(String(id))).toEqual(both[added])
  }
})

test('simultaneous edits with the same photos leave one order, and no photo without its post', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const images = await pictures(author, 4)
  const id = await site.post({ author, images })
  const orders = [images.slice(0, 2), images.slice(2).toReversed(), images.toReversed()]
  const results = await Promise.allSettled(orders.map((images) => api.editPost({ id, ...somePost, images })))
  expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
  const after = await shown(id)
  expect(orders).toContainEqual(after)
  expect(await queued(images)).toEqual(images.filter((url) => !after.includes(url)))
})

test('a repeated request adds nothing; other photos with its key are a conflict', async () => {
  const author = await site.person()
  const images = await pictures(author, 2)
  const api = site.api.as(author)
  const send = (images: string[]) => api.addPost({ ...somePost, images }, { 'idempotency-key': 'two photos' })
  const first = await send(images)
  expect(await send(images)).toEqual(first)
  expect(await refusal(send(images.toReversed()))).toMatchObject({
    code: 'CONFLICT',
    message: serverFailureMessages.usedKey,
  })
})

test('a deleted post and a withdrawal queue every photo, and nothing shows them any more', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const [ofDeleted, ofWithdrawn] = [await pictures(author, 3), await pictures(author, 3)]
  const id = await site.post({ author, images: ofDeleted })
  await site.post({ author, images: ofWithdrawn })
  await api.deletePost({ id })
  expect(await queued(ofDeleted)).toEqual(ofDeleted)
  expect(await queued(ofWithdrawn)).toEqual([])
  await api.remove({ jwt: author.handle })
  expect(await queued(ofWithdrawn)).toEqual(ofWithdrawn)
  const { rows } = await sql`select from image_uses u where not exists (select from posts p where p.id = u.post_id)
    and u.post_id is not null`.execute(site.db)
  expect(rows).toEqual([])
})
