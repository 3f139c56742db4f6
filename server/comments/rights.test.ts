import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, type PostSite, refusal, startPostSite } from '#tests/post-site.ts'

let site: PostSite
let author: Person
let guest: Person
let post: string

beforeAll(async () => {
  site = await startPostSite()
  author = await site.person()
  guest = await site.person()
  post = await site.post({ author })
})
afterAll(() => site.close())

const comment = (text = '처음 글') => site.api.as(guest).addComment({ post, text })
const rowOf = (id: string) =>
  site.db.selectFrom('comments').select('text').where('id', '=', Number(id)).executeTakeFirst()

test('only its author edits a comment; its author and that of the post delete it', async () => {
  const { id } = await comment()
  const stranger = await site.person()
  for (const person of [author, stranger]) {
    expect(await refusal(site.api.as(person).editComment({ id, text: '남의 글' }))).toMatchObject({ code: 'FORBIDDEN' })
  }
  expect(await refusal(site.api.as(stranger).deleteComment({ id }))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await rowOf(id)).toEqual({ text: '처음 글' })
  const another = await comment()
  expect(await site.api.as(guest).deleteComment({ id })).toEqual({ count: 1, id })
  expect(await site.api.as(author).deleteComment({ id: another.id })).toMatchObject({ count: 1 })
  for (const gone of [id, another.id, '999999999', 'abc']) {
    expect(await refusal(site.api.as(guest).deleteComment({ id: gone }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(site.api.as(guest).editComment({ id: gone, text: '글' }))).toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('who writes on another post cannot delete the comments of this one', async () => {
  const other = await site.person()
  await site.post({ author: other })
  const { id } = await comment()
  expect(await refusal(site.api.as(other).deleteComment({ id }))).toMatchObject({ code: 'FORBIDDEN' })
})

test('visitors, restricted sessions and withdrawn people change nothing', async () => {
  const { id } = await comment()
  const restricted = await site.person({ restricted: true })
  const gone = await site.person()
  const own = await site.api.as(gone).addComment({ post, text: '떠날 사람' })
  await site.api.as(gone).remove({ jwt: gone.handle })
  const refused = [
    [site.api.fresh(), 'UNAUTHENTICATED'],
    [site.api.as(restricted), 'FORBIDDEN'],
    [site.api.as(gone), 'UNAUTHENTICATED'],
  ] as const
  for (const [api, code] of refused) {
    expect(await refusal(api.addComment({ post, text: '글' }))).toMatchObject({ code })
    expect(await refusal(api.editComment({ id, text: '글' }))).toMatchObject({ code })
    expect(await refusal(api.deleteComment({ id }))).toMatchObject({ code })
  }
  expect(await rowOf(id)).toEqual({ text: '처음 글' })
  expect(await rowOf(own.id)).toBeUndefined()
  const read = await site.api.fresh().getComments({ post })
  expect(read.data.map(({ mine, removable }) => [mine, removable])).toEqual(read.data.map(() => [false, false]))
})

test('who is hidden by a block reads, changes and leaves nothing', async () => {
  const other = await site.person()
  const { id } = await comment()
  const own = await site.api.as(other).addComment({ post, text: '막기 전의 글' })
  await site.api.as(author).blockUser({ handle: other.handle, block: true })
  for (const call of [
    () => site.api.as(other).addComment({ post, text: '글' }),
    () => site.api.as(other).getComments({ post }),
    () => site.api.as(other).editComment({ id: own.id, text: '글' }),
    () => site.api.as(other).deleteComment({ id }),
    () => site.api.as(author).deleteComment({ id: own.id }),
  ]) {
    expect(await refusal(call())).toMatchObject({ code: 'NOT_FOUND' })
  }
  const left = site.db.selectFrom('comments').select('text').where('account_id', '=', other.accountId)
  expect(await left.execute()).toEqual([{ text: '막기 전의 글' }])
})
