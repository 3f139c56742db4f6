import { randomBytes } from 'node:crypto'
import type { MutationAddPostArgs, MutationSignupArgs } from '#contract/schema.gen.ts'
import type { Api, Client } from './api.ts'

/** An account and a browser that is signed in to it. */
export type TestUser = MutationSignupArgs & { handle: string; client: Client }

/** Valid input of a sign-up, with an e-mail address that no other test uses. */
export function signupFields() {
  return {
    email: `${uniqueName()}@naver.com`,
    username: '김하나',
    password: 'abcd123!',
    questionIndex: 0,
    questionAnswer: '파랑',
    image: null,
  }
}

/** Signs up over HTTP; every field can be set. */
export async function buildUser(api: Api, overrides: Partial<MutationSignupArgs> = {}): Promise<TestUser> {
  const browser = api.fresh(api.localAddress)
  const fields = { ...signupFields(), ...overrides }
  const { jwt } = await browser.signup(fields)
  return { ...fields, handle: jwt, client: browser }
}

/** Adds a post by `author` and returns its id and its fields. */
export async function buildPost(
  api: Api,
  { author, ...overrides }: { author: TestUser } & Partial<MutationAddPostArgs>,
): Promise<MutationAddPostArgs & { id: string }> {
  const fields = {
    title: '을밀대',
    contents: '슴슴한 평양냉면이 일품이에요.',
    address: '서울 마포구 숭문길 24',
    place_name: '을밀대 본점',
    ...overrides,
  }
  const { id } = await api.as(author).addPost(fields)
  if (typeof id !== 'string') throw new Error('addPost returned no id')
  return { ...fields, id }
}

/** A text that no other test uses. */
export function uniqueName(): string {
  return `t${randomBytes(8).toString('hex')}`
}
