import { expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { openPostSite, refusal, somePost } from '#tests/post-site.ts'

const site = await openPostSite()

test('anybody can read a post', async () => {
  const author = await site.person({ username: '맛객' })
  const id = await site.post({ author })
  expect(await site.api.getPost({ id })).toMatchObject({
    id,
    ...somePost,
    username: '맛객',
    user_id: author.handle,
    liked: false,
  })
  const restricted = await site.person({ restricted: true })
  expect((await site.api.as(restricted).getPost({ id })).id).toBe(id)
})

test.each(['0', '-1', '01', '1.0', '1e3', ' 1', 'abc', '', '999999999', '9'.repeat(30), 'a\0b'])(
  'there is no post %j',
  async (id) => {
    const expected = { message: errorMessages.NOT_FOUND, code: 'NOT_FOUND' }
    expect(await refusal(site.api.getPost({ id }))).toEqual(expected)
  },
)

test('the author’s picture is shown with the post', async () => {
  const author = await site.person()
  const image = await site.picture(author)
  const key = /([\w-]{22})\.jpg$/.exec(image)?.[1] ?? ''
  const { id: image_id } = await site.db
    .selectFrom('images')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  await site.db.insertInto('image_uses').values({ image_id, account_id: author.accountId }).execute()
  const id = await site.post({ author })
  expect(await site.api.getPost({ id })).toMatchObject({ user_profile: image, image: null, image_info: null })
})
