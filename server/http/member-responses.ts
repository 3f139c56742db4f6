import { type DocumentNode, Kind, visit } from 'graphql'
import type { Config } from '../config.ts'
import { CompressibleBody } from './compression.ts'
import type { GraphqlResponse } from './graphql-response.ts'
import { budgetOf, SharedCache } from './shared-cache.ts'

/** Budget of the responses computed for members, and of those with likes filled in, each; of all processes, in bytes. */
const BUDGET = 8 * 1024 * 1024
const LARGEST = 256 * 1024

/** `liked` of a post in JSON. No text contains this: its quotes would be escaped. */
const NOT_LIKED = '"liked":false'
const LIKED = '"liked":true'

/** A response as somebody without a session gets it. */
type Template = Readonly<{
  response: GraphqlResponse
  /** Ids of the posts for which it says `liked`, in its order; null if it says so of a post without an id. */
  likeable: readonly string[] | null
}>

type Read = Readonly<{
  /** The body of the request. */
  body: string
  /** What the member's own queries would see (`FoundSession.snapshot`). */
  snapshot: string
  /** Computes the response without a session. */
  compute: () => Promise<GraphqlResponse>
  /** For each of these posts whether the member likes it. */
  loadLiked: (ids: readonly string[]) => Promise<readonly boolean[]>
}>

/**
 * Responses for members to reads that depend on the reader only in `liked`. Such a response is computed once, without a
 * session, for all members who see the same state of the database; then the likes of each reader are filled in. Because
 * the state is part of the key, members read exactly what queries of their own would find (docs/decisions/0180).
 */
export class MemberResponses {
  readonly #templates: SharedCache<Template>
  /** By which posts are liked, not by whom. */
  readonly #filled: SharedCache<GraphqlResponse>

  constructor(config: Config) {
    const limits = { budget: budgetOf(config, BUDGET), largest: LARGEST }
    this.#templates = new SharedCache<Template>({
      ...limits,
      sizeOf: ({ response }) => response.body.size,
      isWorthKeeping: ({ response }) => response.isResult,
    })
    this.#filled = new SharedCache<GraphqlResponse>({
      ...limits,
      sizeOf: ({ body }) => body.size,
      isWorthKeeping: () => true,
    })
  }

  /** The response for one member; null if only a computation with their session can give it. */
  async get({ body, snapshot, compute, loadLiked }: Read): Promise<GraphqlResponse | null> {
    const key = `${snapshot} ${body}`
    const { response, likeable } = await this.#templates.get(key, async () => toTemplate(await compute()))
    if (likeable === null) return null
    if (likeable.length === 0) return response
    const liked = await loadLiked(likeable)
    if (!liked.includes(true)) return response
    return this.#filled.get(`${liked.map(Number).join('')} ${key}`, async () => fill(response, liked))
  }
}

const fillable = new WeakMap<DocumentNode, boolean>()

/** Whether the results of a document depend on the reader only in `liked`, under its own name. */
export function isFillable(document: DocumentNode): boolean {
  const known = fillable.get(document)
  if (known !== undefined) return known
  let found = true
  visit(document, {
    enter: (node) => {
      if (node.kind !== Kind.FIELD) return
      const [name, shown] = [node.name.value, node.alias?.value ?? node.name.value]
      if (name === 'likeUsers') found = false
      if (name !== shown && [name, shown].some((one) => one === 'liked' || one === 'id')) found = false
    },
  })
  fillable.set(document, found)
  return found
}

function toTemplate(response: GraphqlResponse): Template {
  if (!response.isResult) return { response, likeable: [] }
  const text = response.body.bytes(null).toString()
  return { response, likeable: text.includes(NOT_LIKED) ? likeableIn(JSON.parse(text)) : [] }
}

/** Ids of the objects that have `liked`, in the order of the text. */
function likeableIn(value: unknown): string[] | null {
  if (typeof value !== 'object' || value === null) return []
  const ids: string[] = []
  for (const [name, inner] of Object.entries(value)) {
    const id: unknown = 'id' in value ? value.id : null
    const found = name === 'liked' ? (typeof id === 'string' ? [id] : null) : likeableIn(inner)
    if (found === null) return null
    ids.push(...found)
  }
  return ids
}

function fill(response: GraphqlResponse, liked: readonly boolean[]): GraphqlResponse {
  const [start = '', ...rest] = response.body.bytes(null).toString().split(NOT_LIKED)
  const text = rest.reduce((before, after, index) => before + (liked[index] ? LIKED : NOT_LIKED) + after, start)
  return { ...response, body: new CompressibleBody(Buffer.from(text), 'quick') }
}
