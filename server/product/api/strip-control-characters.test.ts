import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  graphql,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  printSchema,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '#tests/api.ts'
import { openPostSite, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { stripControlCharacters } from './strip-control-characters.ts'

const site = await openPostSite({ env: unlimited })

const PASTED = '\v가\0나\u2028다\ud800라\u0085'
const PLAIN = '\n가나\n다라\n'

const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(texts)
      : []

/** Value of the type with the pasted text in place of every text. */
function pastedInto(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return pastedInto(type.ofType)
  if (isListType(type)) return [pastedInto(type.ofType), pastedInto(type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields())
    return Object.fromEntries(fields.map((field) => [field.name, pastedInto(field.type)]))
  }
  const simple: Record<string, unknown> = { Int: 1, Float: 1, Boolean: true }
  return simple[type.name] ?? PASTED
}

const operations = [schema.getQueryType(), schema.getMutationType()]
  .flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ type: type as GraphQLObjectType, field })),
  )
  .filter(({ field }) => field.args.some(({ type }) => texts(pastedInto(type)).includes(PASTED)))

/** Arguments that reach the resolver. */
async function given(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, values: Record<string, unknown>) {
  const own = buildSchema(printSchema(schema))
  const root = own.getType(type.name) as GraphQLObjectType
  const received: object[] = []
  const called = root.getFields()[field.name]
  if (called) {
    called.resolve = (_, args) => {
      received.push(args)
      return null
    }
  }
  stripControlCharacters(own)
  const named = field.args.map(({ name, type: of }) => [`$${name}: ${of}`, `${name}: $${name}`])
  const kind = type === schema.getMutationType() ? 'mutation' : 'query'
  const inner = 'getFields' in getNamedType(field.type) ? ' { __typename }' : ''
  const source = `${kind}(${named.map(([one]) => one).join()}) { ${field.name}(${named.map(([, one]) => one).join()})${inner} }`
  await graphql({ schema: own, source, variableValues: values })
  return received[0]
}

test.each(operations.map((operation) => [operation.field.name, operation] as const))(
  'the texts of %s have no control characters when it gets them',
  async (_, { type, field }) => {
    const values = Object.fromEntries(field.args.map((arg) => [arg.name, pastedInto(arg.type)]))
    for (const [name, value] of Object.entries((await given(type, field, values)) ?? expect.fail('not called'))) {
      const expected = /password/i.test(name) ? PASTED : PLAIN
      const sent = texts(values[name]).filter((text) => text === PASTED)
      expect(texts(value).filter((text) => text === expected)).toHaveLength(sent.length)
      if (expected === PLAIN) expect(texts(value)).not.toContain(PASTED)
    }
  },
)

test('what was pasted with control characters is stored without them, in every kind of field', async () => {
  const person = await site.person()
  const api = site.api.as(person)
  const dishes = [{ name: '국\x1b밥\v' }]
  const { id } = await api.addPost({
    title: '을밀\v대\0',
    contents: '첫\v둘\u2028셋\x1f',
    place_name: '을밀\u0085대',
    dishes,
  })
  expect(await api.getPost({ id: `${id}\0` })).toMatchObject({
    title: '을밀 대',
    contents: '첫\n둘\n셋',
    place_name: '을밀 대',
    dishes: [{ name: '국밥' }],
  })
  const { data } = await api.getSearchPosts({ keyword: '을밀\v대\x07' })
  expect(data.map((post) => post.id)).toContain(id)
  expect(await api.addComment({ post: String(id), text: '또\f갈래요\ud83c' })).toMatchObject({ text: '또\n갈래요' })
  expect(await api.addCollection({ name: '모\0음', about: '첫\u2029둘' })).toMatchObject({
    name: '모음',
    about: '첫\n둘',
  })
  const nothing = await refusal(api.addPost({ title: '\u0301', contents: '\u2800\u0378' }))
  expect(nothing).toMatchObject({ code: 'BAD_USER_INPUT', message: '상호명은 필수 입력 항목입니다.' })
})

test('who signs up with a password that was pasted with control characters logs in with it, and as it is typed', async () => {
  const email = 'pasted@naver.com'
  const signup = { email, username: '붙\v임', questionIndex: 0, questionAnswer: '파\u2028랑\0' }
  await site.api.fresh().signup({ ...signup, password: 'abcd\v123!\0' })
  for (const password of ['abcd\v123!\0', 'abcd123!', '\x7fabcd123!'])
    expect(await site.api.fresh().login({ email: `${email}\v`, password })).toMatchObject({ username: '붙 임' })
  const answered = { email, questionIndex: 0, questionAnswer: '파 랑' }
  expect((await site.api.fresh().forgotPw(answered)).password).toMatch(/\*{4}$/)
})
