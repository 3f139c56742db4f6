import type { PersonFragment } from '#contract/operations.gen.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

export const person = /* GraphQL */ `
  fragment Person on User { image email username jwt questionIndex restricted }
`

const document = graphql(/* GraphQL */ `
  query user($jwt: String!) {
    user(jwt: $jwt) { ...Person }
  }
${person}`)

export type Person = PersonFragment

/** The signed-in person's own record, without the answer. */
export async function lookUpUser(execute: ExecuteGraphql, handle: string): Promise<Person> {
  return (await request(execute, document, { jwt: handle })).user
}
