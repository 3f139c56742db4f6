import { expect, test } from 'vitest'
import { errorMessages } from '#rules/errors.ts'
import { dishMessages } from '#rules/facts.ts'
import { postMessages } from '#rules/post.ts'
import { telephoneMessages } from '#rules/telephone.ts'
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
  ['nine dishes', Array.from({ length: 9 }, () => ({ name: '회' })), 'dishes', errorMessages.BAD_USER_INPUT],
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

test('eight dishes are kept in their order and found by each name', async () => {
  const api = site.api.as(await site.person())
  const dishes = ['잔치국수', '비빔국수', '콩국수', '열무국수', '고기국수', '막국수', '칡냉면', '도토리묵사발'].map(
    (name, index) => ({ name, price: 5000 + index * 500 }),
  )
  const id = String((await api.addPost({ ...somePost, dishes })).id)
  expect(await api.getPost({ id })).toMatchObject({ dishes })
  const { data } = await api.getSearchPosts({ keyword: '도토리묵사발' })
  expect(data.map((post) => post.id)).toContain(id)
})

test('a telephone number is kept with hyphens, found in any writing, changed and taken away', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const id = String((await api.addPost({ ...somePost, telephone: '０５０7 1327(4455)' })).id)
  expect(await site.api.getPost({ id })).toMatchObject({ telephone: '0507-1327-4455' })
  const found = async (keyword: string) => (await api.getSearchPosts({ keyword })).data.map((post) => post.id)
  for (const keyword of [
    '0507-1327-4455',
    '050713274455',
    '0507 1327 4455',
    '0507.1327.4455',
    '1327-4455',
    '0507–1327–4455',
  ])
    expect(await found(keyword), keyword).toEqual([id])
  await api.editPost({ id, ...somePost, telephone: '15889876' })
  expect(await site.api.getPost({ id })).toMatchObject({ telephone: '1588-9876' })
  expect(await found('050713274455')).toEqual([])
  for (const keyword of ['1588-9876', '15889876', '1588 9876']) expect(await found(keyword), keyword).toEqual([id])
  await api.editPost({ id, ...somePost })
  expect(await site.api.getPost({ id })).toMatchObject({ telephone: null })
})

test.each(['345-6789', '060-700-1234', '+1 212 555 0123', '전화 주세요', '0'.repeat(5000)])(
  'the telephone number %.20s is refused beside its field',
  async (telephone) => {
    const api = site.api.as(await site.person())
    const { wrong: message } = telephoneMessages
    expect(await refusal(api.addPost({ ...somePost, telephone }))).toMatchObject({
      message,
      fields: [{ field: 'telephone', message }],
    })
  },
)

test('photos are marked as menus by their places, which go with the photos when these are replaced', async () => {
  const author = await site.person()
  const api = site.api.as(author)
  const images = await Promise.all([0, 1, 2, 3, 4].map(() => site.picture(author)))
  const [first, , third] = images as [string, string, string]
  const id = String((await api.addPost({ ...somePost, images, menus: [2, 0, 2] })).id)
  const menusOf = async () => {
    const post = await site.api.getPost({ id })
    return post.menus.map((place) => post.images[place]?.url)
  }
  expect(await menusOf()).toEqual([first, third])
  await api.editPost({ id, ...somePost, images: [third, first], menus: [0] })
  expect(await menusOf()).toEqual([third])
  for (const menus of [[2], [-1], [0, 1, 2, 3]])
    expect((await refusal(api.editPost({ id, ...somePost, images: [third, first], menus }))).code, String(menus)).toBe(
      'BAD_USER_INPUT',
    )
  expect((await refusal(api.editPost({ id, ...somePost, images, menus: [0, 1, 2, 3] }))).message).toBe(
    postMessages.menusMany,
  )
  expect(await menusOf()).toEqual([third])
  // An older client knows of none.
  await api.editPost({ id, ...somePost, image: third })
  expect(await site.api.getPost({ id })).toMatchObject({ menus: [] })
})
