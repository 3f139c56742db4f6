import { expect, test } from 'vitest'
import { openPostSite, ownPostSite, refusal, somePost } from '#tests/post-site.ts'

const site = await openPostSite()

test('posts newer than the given one are counted, up to 99', async () => {
  const site = await ownPostSite()
  const author = await site.person()
  const api = site.api.as(author)
  expect((await api.getNewPostCount({ after: '0' })).count).toBe(0)
  const id = await site.post({ author })
  expect((await api.getNewPostCount({ after: '0' })).count).toBe(1)
  expect((await api.getNewPostCount({ after: id })).count).toBe(0)
  const second = await site.post({ author })
  expect((await api.getNewPostCount({ after: id })).count).toBe(1)
  await api.deletePost({ id: second })
  expect((await api.getNewPostCount({ after: id })).count).toBe(0)
  const rows = Array.from({ length: 150 }, () => ({ account_id: author.accountId, ...somePost }))
  await site.db.insertInto('posts').values(rows).execute()
  // Only posts written through the API renew the shared number.
  await site.post({ author })
  expect((await api.getNewPostCount({ after: id })).count).toBe(99)
})

test('an invalid id is refused', async () => {
  const api = site.api.as(await site.person())
  for (const after of ['', 'abc', '-1', '1.5', '9'.repeat(20)]) {
    expect(await refusal(api.getNewPostCount({ after }))).toMatchObject({ code: 'NOT_FOUND' })
  }
})
