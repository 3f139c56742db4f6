import { type GraphQLArgument, getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { schema } from './api.ts'
import { uniqueName } from './factories.ts'

/** Objects that the arguments refer to. `caller` is a handle. */
type Subjects = { caller: string; post: string; author: string }

/** Arguments of an operation, also of one that is added later, that get it past most of its checks. */
export function goodArguments(operation: string, subjects: Subjects): Record<string, unknown> {
  const type = [schema.getQueryType(), schema.getMutationType()].find((one) => one?.getFields()[operation])
  const fields = type?.getFields()[operation]?.args ?? []
  return Object.fromEntries(fields.flatMap((field) => argumentFor(field, subjects)))
}

function argumentFor({ name, type }: GraphQLArgument, { caller, post, author }: Subjects): [string, unknown][] {
  const known: Record<string, unknown> = {
    jwt: caller,
    id: post,
    post,
    handle: author,
    email: `${uniqueName()}@naver.com`,
    password: 'abcd123!',
    newPassword: 'another-1!',
    username: '김하나',
    questionIndex: 0,
    questionAnswer: '파랑',
    lat: 37.5,
    lng: 127,
    kind: 'post',
    list: 'want',
    reason: 'spam',
    dishes: ['국밥'],
  }
  // Other optional arguments are left out, because some contradict each other.
  if (!isNonNullType(type)) return name === 'password' ? [[name, known[name]]] : []
  const inner = getNamedType(type)
  if (name in known && !(isEnumType(inner) && !inner.getValue(String(known[name])))) return [[name, known[name]]]
  if (isInputObjectType(inner)) return []
  const defaults: Record<string, unknown> = { Int: 1, Float: 1, Boolean: true, ID: post, String: '국수' }
  const value = isEnumType(inner) ? inner.getValues()[0]?.name : defaults[inner.name]
  return [[name, isListType(type.ofType) ? [value] : value]]
}
