import { beforeAll, expect, test } from 'vitest'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'

const site = await openPostSite()
let author: Person
let guest: Person
let post: string

beforeAll(async () => {
  author = await site.person()
  guest = await site.person()
  post = await site.post({ author })
})

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

test('who is hidden by a block reads and leaves nothing, and changes only what is theirs', async () => {
  const other = await site.person()
  const { id } = await comment()
  const own = await site.api.as(other).addComment({ post, text: '막기 전의 글' })
  await site.api.as(author).blockUser({ handle: other.handle, block: true })
  for (const call of [
    () => site.api.as(other).addComment({ post, text: '글' }),
    () => site.api.as(other).getComments({ post }),
    () => site.api.as(other).editComment({ id, text: '글' }),
    () => site.api.as(other).deleteComment({ id }),
  ]) {
    expect(await refusal(call())).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await site.api.as(author).getComments({ post })).data.map((one) => one.id)).not.toContain(own.id)
  const left = site.db.selectFrom('comments').select('text').where('account_id', '=', other.accountId)
  expect(await left.execute()).toEqual([{ text: '막기 전의 글' }])
})

type Pair = { owner: Person; writer: Person; id: string }

/** Relations between a post's author and a commenter. */
const between: [string, (pair: Pair) => Promise<unknown>][] = [
  ['the writer blocks the owner', ({ owner, writer }) => block(writer, owner)],
  ['the owner blocks the writer', ({ owner, writer }) => block(owner, writer)],
  ['the owner reports the comment', ({ owner, id }) => report(owner, 'comment', id)],
  ['the owner reports the writer', ({ owner, writer }) => report(owner, 'author', writer.handle)],
  ['the writer reports the owner', ({ owner, writer }) => report(writer, 'author', owner.handle)],
]
const block = (one: Person, other: Person) => site.api.as(one).blockUser({ handle: other.handle, block: true })
const report = (one: Person, kind: string, id: string) => site.api.as(one).call('report', { kind, id, reason: 'spam' })

test.each(between)('%s: both can still delete the comment, and its writer edit it', async (_, happen) => {
  const [owner, writer, stranger] = [await site.person(), await site.person(), await site.person()]
  const under = await site.post({ author: owner })
  const add = () => site.api.as(writer).addComment({ post: under, text: '지워지지 않는 글' })
  const [first, second] = [await add(), await add()]
  await happen({ owner, writer, id: first.id })
  expect(await site.api.as(writer).editComment({ id: first.id, text: '고친 글' })).toMatchObject({ text: '고친 글' })
  const edited = await refusal(site.api.as(owner).editComment({ id: first.id, text: '글' }))
  expect(['FORBIDDEN', 'NOT_FOUND']).toContain(edited.code)
  expect(await refusal(site.api.as(stranger).deleteComment({ id: first.id }))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await site.api.as(owner).deleteComment({ id: first.id })).toMatchObject({ count: 1 })
  expect(await site.api.as(writer).deleteComment({ id: second.id })).toMatchObject({ count: 1 })
  expect((await site.api.as(stranger).getComments({ post: under })).data).toEqual([])
})

test('under a post that a moderator has hidden one deletes one’s comment and edits nothing; a hidden comment is its writer’s alone', async () => {
  const under = await site.post({ author })
  const [first, second] = [
    await site.api.as(guest).addComment({ post: under, text: '하나' }),
    await site.api.as(guest).addComment({ post: under, text: '둘' }),
  ]
  const hide = (table: 'posts' | 'comments', id: string) =>
    site.db.updateTable(table).set({ hidden: true }).where('id', '=', Number(id)).execute()
  await hide('comments', first.id)
  expect(await refusal(site.api.as(author).deleteComment({ id: first.id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await site.api.as(guest).deleteComment({ id: first.id })).toMatchObject({ count: 1 })
  await hide('posts', under)
  const edited = site.api.as(guest).editComment({ id: second.id, text: '고친 글' })
  expect(await refusal(edited)).toMatchObject({ code: 'NOT_FOUND' })
  const stranger = await site.person()
  expect(await refusal(site.api.as(stranger).deleteComment({ id: second.id }))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await site.api.as(guest).deleteComment({ id: second.id })).toMatchObject({ count: 1 })
})
