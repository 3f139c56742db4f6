import type { OperationTypes } from '#contract/operations.gen.ts'
import { type ErrorCode, errorMessages, type FieldError } from '#rules/errors.ts'

/** Data of an operation: the value of its one field, or all values of a document with several. */
type ValueOf<Data> =
  Extract<keyof Data, string> extends infer Field extends keyof Data
    ? IsOne<Field> extends true
      ? Data[Field]
      : Data
    : never
type IsOne<Name, All = Name> = Name extends unknown ? ([All] extends [Name] ? true : false) : never

export type ValueOfOperation<Name extends keyof OperationTypes> = ValueOf<OperationTypes[Name]['data']>

/**
 * Answers by the name of the operation: a value, or a function of the variables, which may throw `Refusal` or
 * `Unanswered`, and may return a promise that the test resolves later. An operation without an answer fails the test.
 */
export type Answers = {
  [Name in keyof OperationTypes]?:
    | ValueOfOperation<Name>
    | ((
        variables: OperationTypes[Name]['variables'],
        headers: Headers,
      ) => ValueOfOperation<Name> | Promise<ValueOfOperation<Name>>)
}

/** An operation refused by the API; thrown by an answer. `message` is the code's own unless given. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]

  constructor(code: ErrorCode, message: string = errorMessages[code], fields: FieldError[] = []) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** A request that never reaches the site; thrown by an answer. */
export class Unanswered extends Error {}

/** Operations that the screen asked for, in order, with their variables. */
export type Asked = { name: keyof OperationTypes; variables: Record<string, unknown> }[]

type Sent = { query: string; variables: Record<string, unknown> }

/**
 * Stands in for `fetch` of one screen.
 * @param onFault gets a sentence for each request that the test did not expect
 */
export function fetchFrom(answers: Answers, asked: Asked, onFault: (fault: string) => void): typeof fetch {
  // Person of the last login or sign-up, who is signed in afterwards unless the test answers otherwise.
  let person: unknown
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    // A tile of our map with nothing on it.
    if (url.pathname.startsWith('/map/')) return new Response(null, { status: 204 })
    if (url.pathname !== '/graphql') {
      onFault(`The screen asked for ${url.pathname}`)
      return new Response(null, { status: 404 })
    }
    const { query, variables } = JSON.parse(String(init?.body)) as Sent
    const name = /(?:query|mutation)\s+(\w+)/.exec(query)?.[1] as keyof OperationTypes
    asked.push({ name, variables })
    const given: unknown = name === 'user' && answers.user === undefined ? person : answers[name]
    if (given === undefined) onFault(`The screen asked for ${name}(${JSON.stringify(variables)})`)
    try {
      const value = await (typeof given === 'function' ? given(variables, new Headers(init?.headers)) : given)
      init?.signal?.throwIfAborted()
      if (name === 'login' || name === 'signup') person = value
      const names = fieldsOf(query)
      const data = names.length === 1 ? { [names[0] as string]: value } : value
      return Response.json({ data })
    } catch (error) {
      if (error instanceof Unanswered) throw new TypeError('Failed to fetch')
      if (!(error instanceof Refusal)) throw error
      const { message, code, fields } = error
      return Response.json({ data: null, errors: [{ message, extensions: { code, fields } }] })
    }
  }
}

/** Names of the fields that a document asks the API for. */
function fieldsOf(query: string): string[] {
  const body = query.slice(query.indexOf('{', endOfVariables(query)) + 1)
  const names: string[] = []
  let depth = 0
  for (const [token] of body.matchAll(/\([^)]*\)|[{}]|(?:\w+\s*:\s*)?\w+/g)) {
    if (token === '{') depth++
    else if (token === '}' && depth-- === 0) break
    else if (depth === 0 && /^\w/.test(token)) names.push(token.split(':')[0]?.trim() ?? '')
  }
  return names
}

const endOfVariables = (query: string): number => (/^\s*\w+\s+\w+\s*\([^)]*\)/.exec(query)?.[0] ?? '').length
