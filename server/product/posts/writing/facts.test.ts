import { expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { dishMessages } from '#rules/facts.ts'
import { openPostSite, refusal, somePost } from '#tests/post-site.ts'

const site = await openPostSite()

test('the facts of a place are stored as sent, choices once each and in the order of the interface', async () => {
  const api = site.api.as(await site.person())
  const { id } = await api.addPost({
    ...somePost,
    kind: 'seafood',
    price: 'from_2_to_3',
    dishes: [{ name: '  모둠  회 ', price: 0 }, { name: '매운탕' }],
    closed_on: ['holiday', 'mon', 'holiday'],
    traits: ['kids', 'solo'],
  })
  expect(await api.getPost({ id: String(id) })).toMatchObject({
    kind: 'seafood',
    price: 'from_2_to_3',
    dishes: [
      { name: '모둠 회', price: 0 },
      { name: '매운탕', price: null },
    ],
    closed_on: ['mon', 'holiday'],
    traits: ['solo', 'kids'],
  })
})

test('a post without facts has none', async () => {
  const id = await site.post()
  const none = { kind: null, price: null, dishes: [], closed_on: [], traits: [] }
  expect(await site.api.getPost({ id })).toMatchObject(none)
})

test.each([
  ['a dish without a name', [{ name: ' \u200B ', price: 1000 }], 'dishes.0.name', dishMessages.name],
  ['a dish of 21 code points', [{ name: '🍜'.repeat(21) }], 'dishes.0.name', dishMessages.nameLong],
  ['a second dish of NUL', [{ name: '회' }, { name: '\0' }], 'dishes.1.name', dishMessages.name],
  ['a negative price', [{ name: '회', price: -1 }], 'dishes.0.price', dishMessages.price],
  ['a price beyond a million', [{ name: '회', price: 1_000_001 }], 'dishes.0.price', dishMessages.price],
  ['four dishes', Array.from({ length: 4 }, () => ({ name: '회' })), 'dishes', errorMessages.BAD_USER_INPUT],
])('%s is refused', async (_, dishes, field, message) => {
  const api = site.api.as(await site.person())
  expect(await refusal(api.addPost({ ...somePost, dishes }))).toMatchObject({ message, fields: [{ field, message }] })
})

test('a dish of 20 code points for a million won is stored, and ten thousand choices are refused', async () => {
  const api = site.api.as(await site.person())
  const dishes = [{ name: '🍜'.repeat(20), price: 1_000_000 }]
  const { id } = await api.addPost({ ...somePost, dishes })
  expect(await api.getPost({ id: String(id) })).toMatchObject({ dishes })
  const traits = Array.from({ length: 10_000 }, () => 'solo' as const)
  expect((await refusal(api.addPost({ ...somePost, traits }))).code).toBeDefined()
})
