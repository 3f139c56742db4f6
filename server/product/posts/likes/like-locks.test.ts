import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { holdLock, untilStatementsWait } from '#tests/uncommitted.ts'

const site = await openPostSite()

const like = (person: Person, id: string) => site.api.as(person).likePost({ id, isLike: true, jwt: person.handle })
const withdraw = (person: Person) => site.api.as(person).remove({ jwt: person.handle })

const account = ({ accountId }: Person) => sql`select from accounts where id = ${accountId} for no key update`
const counter = (id: string) => sql`select from post_stats where post_id = ${id}::bigint for update`

test('whoever likes their own post while they withdraw waits for the post, and holds nothing meanwhile', async () => {
  const author = await site.person()
  const id = await site.post({ author })
  const release = await holdLock(site.db, account(author))
  const withdrawal = withdraw(author)
  await untilStatementsWait(site.db, 1)
  const liked = refusal(like(author, id))
  await untilStatementsWait(site.db, 2)
  await release()
  await expect(withdrawal).resolves.toEqual({ count: 1, id: null })
  expect(['NOT_FOUND', 'UNAUTHENTICATED']).toContain((await liked).code)
})

test('a withdrawal locks all posts of the author first, so that none can be liked until it has ended', async () => {
  const [author, other] = [await site.person(), await site.person()]
  const own = await site.post({ author })
  const liked = await site.post({ author: other })
  await like(author, liked)
  const release = await holdLock(site.db, counter(liked))
  const withdrawal = withdraw(author)
  await untilStatementsWait(site.db, 1)
  const late = refusal(like(author, own))
  await untilStatementsWait(site.db, 2)
  await release()
  await expect(withdrawal).resolves.toEqual({ count: 1, id: null })
  expect(['NOT_FOUND', 'UNAUTHENTICATED']).toContain((await late).code)
})

test('whoever waits for their own account keeps nobody else from liking the post', async () => {
  const [busy, other] = [await site.person(), await site.person()]
  const id = await site.post()
  const release = await holdLock(site.db, sql`select from accounts where id = ${busy.accountId} for update`)
  const late = like(busy, id)
  await untilStatementsWait(site.db, 1)
  await expect(like(other, id)).resolves.toMatchObject({ count: 1 })
  await release()
  await expect(late).resolves.toMatchObject({ count: 2 })
})
