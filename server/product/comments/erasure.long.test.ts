import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { holdLock, untilStatementsWait } from '#tests/uncommitted.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const codeOf = ({ code }: { code?: string }) => code
const statusOf = async (url: string) => (await site.api.fresh().send('GET', new URL(url).pathname)).status

async function withPicture(person: Person, post: string): Promise<{ id: string; url: string }> {
  const { answer } = await uploadPicture(person.client, await smallPhoto())
  const { id } = await site.api.as(person).addComment({ post, text: '사진', image: answer.url })
  return { id, url: answer.url }
}

async function wrongCounters(): Promise<unknown[]> {
  const { rows } = await sql`select post_id from post_stats s
    where comment_count <> (select count(*) from comments c where c.post_id = s.post_id)
      or tasty_count <> (select count(*) from comments c where c.post_id = s.post_id and tasty)`.execute(site.db)
  return rows
}

test('the picture of a comment goes with the comment, with its post, and with either person', async () => {
  const ways: ((of: { id: string; post: string; author: Person; guest: Person }) => Promise<unknown>)[] = [
    ({ id, guest }) => site.api.as(guest).deleteComment({ id }),
    ({ id, author }) => site.api.as(author).deleteComment({ id }),
    ({ post, author }) => site.api.as(author).deletePost({ id: post }),
    ({ author }) => site.api.as(author).remove({ jwt: author.handle }),
    ({ guest }) => site.api.as(guest).remove({ jwt: guest.handle }),
  ]
  for (const erase of ways) {
    const [author, guest] = [await site.person(), await site.person()]
    const post = await site.post({ author })
    const { id, url } = await withPicture(guest, post)
    expect(await statusOf(url)).toBe(200)
    await erase({ id, post, author, guest })
    await site.mails()
    expect(await statusOf(url)).toBe(404)
    expect(await site.db.selectFrom('comments').selectAll().where('id', '=', Number(id)).execute()).toEqual([])
  }
})

test('a withdrawal takes its comments out of the numbers of other posts', async () => {
  const [leaving, staying] = [await site.person(), await site.person()]
  const post = await site.post()
  await site.api.as(leaving).addComment({ post, text: '', tasty: true })
  for (const person of [leaving, leaving, staying]) await site.api.as(person).addComment({ post, text: '또 왔어요.' })
  expect(await site.api.as(leaving).getWithdrawalSummary()).toMatchObject({ comments: 3 })
  await site.api.as(leaving).remove({ jwt: leaving.handle })
  expect(await site.api.as(staying).getPost({ id: post })).toMatchObject({ comments: 1 })
  expect(await site.api.as(staying).getComments({ post })).toMatchObject({ tastyCount: 0, tastyAuthors: [] })
  expect(await wrongCounters()).toEqual([])
})

test('comments and tasty words of many at once, and their deletion, leave the counters equal to the rows', async () => {
  const post = await site.post()
  const crowd = await Promise.all(Array.from({ length: 5 }, () => site.person()))
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      const api = site.api.as(crowd[n % 5] as Person)
      // An earlier comment of the member may be deleted before it is returned for the repeated request.
      const added = api.addComment({ post, text: n % 3 ? `${n}` : '', tasty: n % 3 === 0 })
      const left = n % 2 ? added.then(({ id }) => api.deleteComment({ id })) : added
      return left.then(() => 'ok', codeOf)
    }),
  )
  expect(outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'NOT_FOUND')).toEqual([])
  expect(await wrongCounters()).toEqual([])
})

test('comments during the deletion of their post, or the withdrawal of its author, are refused or go with it', async () => {
  for (const leave of ['deletePost', 'remove'] as const) {
    const author = await site.person()
    const post = await site.post({ author })
    const crowd = await Promise.all(Array.from({ length: 8 }, () => site.person()))
    const kept = await Promise.all(crowd.slice(0, 4).map((person) => withPicture(person, post)))
    const racing = [
      ...crowd.map((person, n) => site.api.as(person).addComment({ post, text: '늦었나요?', key: `${n}` })),
      ...kept.map(({ id }) => site.api.as(author).deleteComment({ id })),
      leave === 'remove'
        ? site.api.as(author).remove({ jwt: author.handle })
        : site.api.as(author).deletePost({ id: post }),
    ].map((call) => call.then(() => 'ok', codeOf))
    const codes = new Set(await Promise.all(racing))
    expect([...codes].filter((code) => !['ok', 'NOT_FOUND', 'UNAUTHENTICATED'].includes(code ?? ''))).toEqual([])
    expect(await site.db.selectFrom('comments').selectAll().where('post_id', '=', Number(post)).execute()).toEqual([])
  }
})

test('two people who commented on each other leave at once', async () => {
  for (let round = 0; round < 5; round++) {
    const pair = [await site.person(), await site.person()] as const
    const posts = []
    for (const author of [...pair, ...pair]) posts.push(await site.post({ author }))
    for (const post of posts) for (const person of pair) await site.api.as(person).addComment({ post, text: '글' })
    await Promise.all(pair.map((person) => site.api.as(person).remove({ jwt: person.handle })))
  }
  expect(await wrongCounters()).toEqual([])
})

test('who comments on their own post while they withdraw waits for the post, and holds nothing meanwhile', async () => {
  const author = await site.person()
  const post = await site.post({ author })
  const release = await holdLock(site.db, sql`select from accounts where id = ${author.accountId} for no key update`)
  const withdrawal = site.api.as(author).remove({ jwt: author.handle })
  await untilStatementsWait(site.db, 1)
  const late = refusal(site.api.as(author).addComment({ post, text: '늦었나요?', key: 'late' }))
  await untilStatementsWait(site.db, 2)
  await release()
  await expect(withdrawal).resolves.toMatchObject({ count: 1 })
  expect(['NOT_FOUND', 'UNAUTHENTICATED']).toContain((await late).code)
})
