import { beforeEach, expect, test } from 'vitest'
import { refusalsOf } from '#server/platform/limits/known-refusals.ts'
import { documents, schema } from '#tests/api.ts'
import { buildUser, signupFields, type TestUser, uniqueName } from '#tests/factories.ts'
import { forgetAttempts } from '#tests/forget-attempts.ts'
import { goodArguments } from '#tests/good-arguments.ts'
import { outcomeOf } from '#tests/outcome.ts'
import { openSite } from '#tests/site.ts'

/** Network limits bound how many addresses of a list can be tested for accounts. */
const ANSWERS = 4
const ASKED = 8

const site = await openSite({ env: { LIMIT_SIGNUP_TAKEN: `${ANSWERS}/1h` } })
const [NETWORK, OTHER] = ['127.0.6.1', '127.0.6.2']
const free = () => `${uniqueName()}@daum.net`

beforeEach(() => forgetAttempts(site.db))

const member = (network: string) => buildUser(site.api.fresh(network))

function moveTo({ handle, client, password, ...profile }: TestUser, email: string): Promise<string> {
  return outcomeOf(site.api.as({ client }).update({ ...profile, jwt: handle, email }))
}

type Ask = (email: string) => Promise<string>

const bySignup = (network: string): Ask => {
  return (email) => outcomeOf(site.api.fresh(network).signup({ ...signupFields(), email }))
}

async function byChange(network: string): Promise<Ask> {
  const asking = await member(OTHER)
  asking.client.localAddress = network
  return (email) => moveTo(asking, email)
}

async function takenAddresses(count: number): Promise<string[]> {
  const owners = await Promise.all(Array.from({ length: count }, () => member(OTHER)))
  for (const owner of owners.slice(count / 2)) expect(await moveTo(owner, free())).toBe('ok')
  return owners.map(({ email }) => email)
}

test.each([
  ['sign-up', bySignup],
  ['a change of the address', byChange],
])('by %s a network learns of so many addresses at once, and then of none by any way', async (_, way) => {
  const taken = await takenAddresses(ASKED)
  const ask = await way(NETWORK)
  const outcomes = await Promise.all(taken.map(ask))
  expect(outcomes.toSorted()).toEqual([
    ...Array<string>(ANSWERS).fill('CONFLICT'),
    ...Array<string>(ASKED - ANSWERS).fill('RATE_LIMITED'),
  ])
  for (const email of [...taken, free()]) {
    // Lets the second pass for which a refusal is kept.
    refusalsOf(site.db).clear()
    for (const again of [bySignup(NETWORK), await byChange(NETWORK)]) expect(await again(email)).toBe('RATE_LIMITED')
  }
  expect(await (await way(OTHER))(taken[0] ?? '')).toBe('CONFLICT')
})

const withAddress = [...documents.keys()].filter((name) => {
  const root = schema.getMutationType()?.getFields()[name] ?? schema.getQueryType()?.getFields()[name]
  return root?.args.some((argument) => argument.name === 'email')
})

test.each(withAddress)(
  '%s, which is told an address, says the same of taken and free ones beyond the limit',
  async (name) => {
    const [owner, asking] = [await member(OTHER), await member(OTHER)]
    for (let n = 0; n < ANSWERS; n++) await bySignup(NETWORK)(owner.email)
    asking.client.localAddress = NETWORK
    const given = {
      ...goodArguments(name, { caller: asking.handle, post: '1', author: owner.handle }),
      password: 'wrong-1!',
    }
    const outcome = (email: string) =>
      outcomeOf(site.api.as(asking).call(name, { ...given, questionAnswer: '빨강', email }))
    const ofTaken = await outcome(owner.email)
    expect(ofTaken).not.toBe('ok')
    expect(await outcome(free())).toBe(ofTaken)
  },
)
