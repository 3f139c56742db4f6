import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostSite, refusal } from '#tests/post-site.ts'

const site = await openPostSite({ listens: true })

async function postWith(count: number): Promise<string> {
  const post = await site.post()
  const { accountId } = await site.person()
  await sql`insert into comments (post_id, account_id, text)
    select ${post}::bigint, ${accountId}::bigint, n::text from generate_series(1, ${count}::int) n`.execute(site.db)
  await sql`update post_stats set comment_count = ${count} where post_id = ${post}::bigint`.execute(site.db)
  return post
}

test('pages follow each other by key, so that none is missed or shown twice while others comment and delete', async () => {
  const post = await postWith(45)
  const guest = await site.person()
  const texts: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof site.api.getComments>> = await site.api
      .as(guest)
      .getComments({ post, cursor })
    texts.push(...page.data.map(({ text }) => text))
    cursor = page.nextCursor
    await site.api.as(guest).addComment({ post, text: '새 댓글' })
    await site.db.deleteFrom('comments').where('text', '=', String(texts.length)).execute()
  } while (cursor !== null)
  expect(texts).toEqual(Array.from({ length: 45 }, (_, n) => String(45 - n)).filter((text) => text !== '20'))
})

test('a cursor belongs to the comments of one post', async () => {
  const [post, other] = [await postWith(21), await postWith(21)]
  const { nextCursor } = await site.api.getComments({ post })
  expect((await site.api.getComments({ post, cursor: nextCursor })).data.map(({ text }) => text)).toEqual(['1'])
  await site.post()
  for (let n = 0; n < 11; n++) await site.post()
  const posts = await site.api.as(await site.person()).getPosts({})
  for (const cursor of [posts.nextCursor, 'x', '']) {
    expect(await refusal(site.api.getComments({ post, cursor }))).toMatchObject({ code: 'BAD_USER_INPUT' })
  }
  expect(await refusal(site.api.getComments({ post: other, cursor: nextCursor }))).toMatchObject({
    code: 'BAD_USER_INPUT',
  })
})

test('a comment is seen at once by who asks without an account, and drops no other post from the cache', async () => {
  const [post, other] = [await site.post(), await site.post()]
  const read = async (id: string) => {
    const query = `{ getComments(post: "${id}") { data { text } } getPost(id: "${id}") { title comments } }`
    return JSON.parse((await site.api.post({ query })).text).data
  }
  expect([(await read(post)).getPost.comments, (await read(other)).getPost.comments]).toEqual([0, 0])
  await sql`update posts set title = '바뀐 이름' where id = any(${[post, other]}::bigint[])`.execute(site.db)
  await site.api.as(await site.person()).addComment({ post, text: '바로 보여요.' })
  const [shown, kept] = [await read(post), await read(other)]
  expect(shown).toEqual({
    getComments: { data: [{ text: '바로 보여요.' }] },
    getPost: { title: '바뀐 이름', comments: 1 },
  })
  expect(kept.getPost.title).not.toBe('바뀐 이름')
})
