import { readFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { buildSchema, type GraphQLField, type GraphQLOutputType, getNamedType, isObjectType } from 'graphql'
import type * as c from '#contract/schema.gen.ts'
import type { Resolvers } from '#server/product/api/resolvers.gen.ts'

type Root = c.Query & c.Mutation
type RootResolvers = Resolvers['Query'] & Resolvers['Mutation']
/** The arguments of an operation, as its resolver gets them. */
type Args<Name extends keyof Root> = Parameters<RootResolvers[Name]>[1]
type Operation<Name extends keyof Root> =
  Record<string, never> extends Args<Name>
    ? (args?: Args<Name>, headers?: Headers) => Promise<Root[Name]>
    : (args: Args<Name>, headers?: Headers) => Promise<Root[Name]>

/** Every operation of the API as a method that selects all fields: `api.as(user).likePost({ id, isLike, jwt })`. */
export type Operations = { [Name in keyof Root]-?: Operation<Name> }

type Headers = Record<string, string>
/** A response of the site over HTTP; `text` is its body. */
export type HttpResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }

/** The API's answer to a failed operation. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly fields: { field: string; message: string }[] | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string

  constructor(reply: HttpResponse) {
    const error = firstError(reply.text)
    super(error?.message ?? `no errors in the body: ${reply.text.slice(0, 200)}`)
    this.name = 'ApiError'
    this.status = reply.status
    this.code = error?.extensions?.code
    this.fields = error?.extensions?.fields
    this.headers = reply.headers
    this.body = reply.text
  }
}

export const schema = buildSchema(readFileSync(new URL('../contract/schema.graphql', import.meta.url), 'utf8'))
/** A document for every operation of the API, with all arguments as variables and all fields selected. */
export const documents = new Map<string, string>()
for (const [kind, type] of [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
] as const) {
  for (const field of Object.values(type?.getFields() ?? {})) documents.set(field.name, documentOf(kind, field))
}

/** A client over real HTTP with its own cookies, like one browser. */
export class Client {
  readonly origin: string
  readonly cookies = new Map<string, string>()
  /** `set-cookie` lines of the last reply that had any. */
  setCookies: string[] = []
  /** Local address to call from, so that a test can use several networks. */
  localAddress: string | undefined

  constructor(origin: string, cookies?: ReadonlyMap<string, string>, localAddress?: string) {
    this.origin = origin
    for (const [name, value] of cookies ?? []) this.cookies.set(name, value)
    this.localAddress = localAddress
  }

  /** Sends a request with the cookies, and stores those of the reply. */
  async send(
    method: string,
    path: string,
    body?: string | Buffer | null,
    headers: Headers = {},
  ): Promise<HttpResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await exchange(this, method, path, body ?? null, { ...(cookie && { cookie }), ...headers })
    this.#keep(reply.headers['set-cookie'] ?? [])
    return reply
  }

  /** POST /graphql with any body. */
  async post(body: unknown, headers: Headers = {}): Promise<HttpResponse> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return this.send('POST', '/graphql', text, { 'content-type': 'application/json', ...headers })
  }

  /** Runs an operation of the API. @throws {ApiError} */
  async call(name: string, args: object = {}, headers: Headers = {}): Promise<unknown> {
    const reply = await this.post({ query: documents.get(name), variables: args }, headers)
    const data =
      firstError(reply.text) === undefined ? (JSON.parse(reply.text) as { data: Record<string, unknown> }).data : null
    if (!data) throw new ApiError(reply)
    return data[name]
  }

  #keep(lines: string[]): void {
    if (lines.length > 0) this.setCookies = lines
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      const isOver = attributes.some((text) => /^(?:max-age=0|expires=thu, 01 jan 1970)/i.test(text))
      if (isOver) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

export type Api = Client &
  Operations & {
    /** The same site with the cookies of that person; new cookies are stored there. */
    as(user: { client: Client }): Api
    /** The same site in a new browser, from another local address if one is given. */
    fresh(localAddress?: string): Api
  }

/** The API of the site at `origin` for a browser without cookies. */
export function createApi(origin: string): Api {
  return asApi(new Client(origin))
}

function asApi(client: Client): Api {
  const operations = Object.fromEntries(
    [...documents.keys()].map((name) => [name, (args?: object, headers?: Headers) => client.call(name, args, headers)]),
  )
  return Object.assign(client, operations, {
    as: (user: { client: Client }) => asApi(user.client),
    fresh: (localAddress?: string) => asApi(new Client(client.origin, undefined, localAddress)),
  }) as unknown as Api
}

function documentOf(kind: string, field: GraphQLField<unknown, unknown>): string {
  const names = field.args.map(({ name }) => name)
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const passed = names.map((name) => `${name}: $${name}`).join(', ')
  const parentheses = (text: string) => (text === '' ? '' : `(${text})`)
  return `${kind} ${parentheses(declared)} { ${field.name}${parentheses(passed)} ${selectionOf(field.type)} }`
}

function selectionOf(type: GraphQLOutputType): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).map((field) => `${field.name} ${selectionOf(field.type)}`)
  return `{ ${fields.join(' ')} }`
}

type ErrorBody = { message: string; extensions?: { code?: string; fields?: { field: string; message: string }[] } }

function firstError(text: string): ErrorBody | undefined {
  try {
    return (JSON.parse(text) as { errors?: ErrorBody[] }).errors?.[0]
  } catch {
    return { message: text.slice(0, 200) }
  }
}

function exchange(
  client: Client,
  method: string,
  path: string,
  body: string | Buffer | null,
  headers: Headers,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, ...(client.localAddress && { localAddress: client.localAddress }) }
    const outgoing = request(new URL(path, client.origin), options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text: bytes.toString('utf8') })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body ?? undefined)
  })
}
