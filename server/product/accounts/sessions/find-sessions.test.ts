import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { addPerson, type Person } from '#tests/post-site.ts'
import { openSite } from '#tests/site.ts'
import { hashToken, newToken, openSession, resumeSession } from './sessions.ts'

const site = await openSite()

const tokenOf = ({ client }: Person) => client.cookies.get('sid') ?? ''
const people = (count: number) => Promise.all(Array.from({ length: count }, () => addPerson(site)))
const findTogether = (tokens: readonly string[]) =>
  Promise.all(tokens.map((token) => resumeSession(site.db, token, site.config)))

test('sessions of requests that arrive together are looked up in one statement, and each person gets their own', async () => {
  const all = await people(60)
  const tokens = all.map(tokenOf)
  const statements = vi.spyOn(site.db, 'executeQuery')
  const found = await findTogether([...tokens, ...tokens.toReversed(), newToken(), 'no token'])
  expect(statements).toHaveBeenCalledTimes(2)
  const handles = all.map(({ handle }) => handle)
  expect(found.map((session) => session?.handle)).toEqual([...handles, ...handles.toReversed(), undefined, undefined])
  expect(found.slice(0, 60).map((session) => session?.accountId)).toEqual(all.map(({ accountId }) => accountId))
})

test('among others, a replaced token is accepted for a minute, a stolen one ends its session, and a rotation is its own', async () => {
  const [grace, stolen, due, ended, ...others] = await people(20)
  if (!grace || !stolen || !due || !ended) throw new Error('too few people')
  /** Replaces the person's token, dated `ago` into the past; returns the new one. */
  const replace = async (person: Person, ago: string) => {
    const token = newToken()
    await sql`update sessions set previous_hash = token_hash, token_hash = ${hashToken(token)}, rotated_at = now() - ${ago}::interval
      where token_hash = ${hashToken(tokenOf(person))}`.execute(site.db)
    return token
  }
  const [current, lost] = [await replace(grace, '59 seconds'), await replace(stolen, '61 seconds')]
  const persistent = await openSession(site.db, { accountId: due.accountId, persistent: true, userAgent: null })
  await sql`update sessions set rotated_at = now() - interval '25 hours' where token_hash = ${hashToken(persistent)}`.execute(
    site.db,
  )
  await sql`delete from sessions where token_hash = ${hashToken(tokenOf(ended))}`.execute(site.db)
  const tokens = [tokenOf(grace), current, tokenOf(stolen), persistent, tokenOf(ended), ...others.map(tokenOf)]
  const found = await findTogether(tokens)
  expect(found.map((session) => session?.handle)).toEqual(
    [grace, grace, undefined, due, undefined, ...others].map((person) => person?.handle),
  )
  const rotated = found.filter((session) => session?.newToken)
  expect(rotated.map((session) => session?.accountId)).toEqual([due.accountId])
  expect(await resumeSession(site.db, lost, site.config)).toBeNull()
})

test('a lookup that fails fails for those who wait for it, and the next one works', async () => {
  const [one, two] = await people(2)
  if (!one || !two) throw new Error('too few people')
  vi.spyOn(site.db, 'executeQuery').mockRejectedValueOnce(new Error('the database is away'))
  const failed = await Promise.allSettled(
    [one, two].map((person) => resumeSession(site.db, tokenOf(person), site.config)),
  )
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await resumeSession(site.db, tokenOf(two), site.config)).toMatchObject({ handle: two.handle })
})
