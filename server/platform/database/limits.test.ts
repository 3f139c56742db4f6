import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { accountLimits, securityQuestions } from '#rules/account.ts'
import { postLimits } from '#rules/post.ts'
import { signupFields } from '#tests/factories.ts'
import { type PostSite, startPostSite } from '#tests/post-site.ts'

async function withSite(use: (site: PostSite) => Promise<void>): Promise<void> {
  const site = await startPostSite()
  try {
    await use(site)
  } finally {
    await site.close()
  }
}

const longest = (characters: number) => '🍜'.repeat(characters)

test('whatever the rules allow at most can be stored', () =>
  withSite(async (site) => {
    const account = {
      username: longest(accountLimits.username),
      questionIndex: securityQuestions.length - 1,
      questionAnswer: longest(accountLimits.questionAnswer),
    }
    const { username } = await site.api.signup({ ...signupFields(), ...account })
    expect(username).toBe(account.username)
    const post = {
      title: longest(postLimits.title),
      contents: longest(postLimits.contents),
      address: longest(postLimits.address),
      place_name: longest(postLimits.placeName),
    }
    const id = await site.post(post)
    expect(await site.api.getPost({ id })).toMatchObject(post)
  }))

test('the database sets no upper limits of its own: a limit raised in the rules needs no migration', () =>
  withSite(async ({ db, ...site }) => {
    const { accountId } = await site.person()
    const longer = { username: longest(2 * accountLimits.username), question_index: securityQuestions.length }
    await db.updateTable('accounts').set(longer).where('id', '=', accountId).execute()
    const id = await site.post()
    const texts = { title: longest(2 * postLimits.title), contents: longest(2 * postLimits.contents) }
    await db.updateTable('posts').set(texts).where('id', '=', Number(id)).execute()
    for (const column of ['title', 'contents']) {
      const stored = sql`update posts set ${sql.ref(column)} = '' where id = ${id}::bigint`.execute(db)
      await expect(stored).rejects.toThrow(`posts_${column}_check`)
    }
  }))
