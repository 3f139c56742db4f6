import { expect, test } from 'vitest'
import { openPostSite, refusal } from '#tests/post-site.ts'

const site = await openPostSite()

test('a post is deleted with its likes, counter and search terms, and its picture is queued for deletion', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const id = await site.post({ author, image: await site.picture(author) })
  await api.likePost({ id, isLike: true, jwt: author.handle })
  expect(await api.deletePost({ id })).toEqual({ count: 1, id })
  expect(await refusal(api.getPost({ id }))).toMatchObject({ code: 'NOT_FOUND' })
  for (const table of ['likes', 'post_stats', 'post_search'] as const) {
    expect(await site.db.selectFrom(table).selectAll().where('post_id', '=', Number(id)).execute()).toEqual([])
  }
  const pictures = await site.db.selectFrom('images').select('claimed_at').execute()
  expect(pictures).toEqual([{ claimed_at: null }])
})

test('only its author can delete a post, once', async () => {
  const author = await site.person()
  const id = await site.post({ author })
  expect(await refusal(site.api.deletePost({ id }))).toMatchObject({ code: 'UNAUTHENTICATED' })
  expect(await refusal(site.api.as(await site.person()).deletePost({ id }))).toMatchObject({ code: 'FORBIDDEN' })
  const restricted = await site.person({ restricted: true })
  expect(await refusal(site.api.as(restricted).deletePost({ id }))).toMatchObject({ code: 'FORBIDDEN' })
  expect((await site.api.as(author).getPost({ id })).id).toBe(id)
  const both = await Promise.allSettled([
    site.api.as(author).deletePost({ id }),
    site.api.as(author).deletePost({ id }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await refusal(site.api.as(author).deletePost({ id: 'abc' }))).toMatchObject({ code: 'NOT_FOUND' })
})
