import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ExecutionResult, GraphQLError } from 'graphql'
import mercurius from 'mercurius'
import secureJson from 'secure-json-parse'
import { apiPaths } from '#rules/paths.ts'
import type { OperationContext } from '../context.ts'
import { AppError, toAppError } from '../errors.ts'
import { AnonymousCache } from './anonymous-cache.ts'
import { type ErrorsBody, errorsBody, HttpError } from './http-error.ts'
import { requireOwnOrigin } from './origin.ts'
import { type DocumentInfo, inspectDocument } from './query-limits.ts'
import { buildContext, type ContextParts } from './request-context.ts'
import { resolvers } from './resolvers.ts'

const BODY_LIMIT = 64 * 1024
const MAX_KNOWN_DOCUMENTS = 500

/** Reads that are the same for every anonymous visitor. */
const SHARED_READS = new Set([
  'getPosts',
  'getSearchPosts',
  'getPost',
  'getPlacePosts',
  'getNewPostCount',
  'getMapPosts',
  'getMapAreas',
  'getMapSettings',
  'getPlaceAttributions',
])

type Answer = { status: number; body: string; retryAfter?: number | undefined }
type Call = { query: string; variables?: Record<string, unknown>; operationName?: string }

/** Runs one operation for a caller and returns what the API would answer; the page renderer's data path. */
export type ExecuteGraphql = (
  context: OperationContext,
  query: string,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult | ErrorsBody>

declare module 'fastify' {
  interface FastifyInstance {
    executeGraphql: ExecuteGraphql
    /** Forgets every shared anonymous answer. */
    feedChanged: () => void
  }
}

/** POST /graphql and the in-process execution of the same schema. */
export async function registerGraphql(app: FastifyInstance, parts: ContextParts): Promise<void> {
  const { config } = parts
  await app.register(mercurius, {
    schema: readFileSync(new URL('../../contract/schema.graphql', import.meta.url), 'utf8'),
    resolvers,
    routes: false,
    graphiql: false,
    jit: 1,
    // Errors as they are, with their causes, for `presentErrors`: the default one keeps only their messages.
    errorFormatter: ({ data, errors }) => ({ statusCode: 200, response: { data: data ?? null, errors } }),
  })

  const execute = async (
    context: OperationContext,
    call: Call,
  ): Promise<{ result: ExecutionResult; status: number; retryAfter?: number | undefined }> => {
    try {
      const result = await app.graphql(call.query, { ...context }, call.variables ?? {}, call.operationName)
      if (!result.errors?.length) return { result, status: 200 }
      return presentErrors(result, context)
    } catch (error) {
      return presentErrors({ errors: refusalErrors(error) }, context)
    }
  }

  app.decorate(
    'executeGraphql',
    async (context, query, variables) => (await execute(context, { query, variables })).result,
  )

  const cache = new AnonymousCache<Answer>((answer) => answer.status === 200)
  app.decorate('feedChanged', () => cache.clear())
  const known = new Map<string, DocumentInfo>()

  const answer = async (request: FastifyRequest, reply: FastifyReply, call: Call): Promise<Answer> => {
    const { result, status, retryAfter } = await execute(await buildContext(parts, request, reply), call)
    return { status, retryAfter, body: JSON.stringify(result) }
  }

  app.route({
    method: 'POST',
    url: apiPaths.graphql,
    bodyLimit: BODY_LIMIT,
    onRequest: requireOwnOrigin(config),
    handler: async (request, reply) => {
      const { raw, call } = request.body as { raw: string; call: Call }
      const info = documentInfo(known, call.query, config.mode === 'development')
      const shared = !request.sessionToken && info.operation === 'query' && SHARED_READS.has(info.rootField)
      const { status, body, retryAfter } = shared
        ? await cache.get(raw, () => answer(request, reply, call))
        : await answer(request, reply, call)
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      return reply
        .code(status)
        .header('cache-control', 'private, no-store')
        .type('application/json; charset=utf-8')
        .send(body)
    },
  })
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: apiPaths.graphql,
    handler: async (_request, reply) => {
      reply.header('allow', 'POST')
      throw new HttpError(405, 'BAD_USER_INPUT')
    },
  })
}

/** Reads a GraphQL request out of a JSON body, keeping the text as the key of shared answers. */
export function parseGraphqlBody(bytes: Buffer): { raw: string; call: Call } {
  const raw = bytes.toString()
  const body = isUtf8(bytes) ? parseJson(raw) : null
  if (!isCall(body)) throw new HttpError(400, 'BAD_USER_INPUT')
  return { raw, call: { ...body, variables: body.variables ?? {} } }
}

/** null for what is no JSON, or tries to be more than data. */
function parseJson(text: string): unknown {
  return secureJson.safeParse(text) ?? null
}

function isCall(body: unknown): body is Call {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { query, variables, operationName } = body as Record<string, unknown>
  return (
    typeof query === 'string' &&
    (variables === undefined || variables === null || (typeof variables === 'object' && !Array.isArray(variables))) &&
    (operationName === undefined || operationName === null || typeof operationName === 'string')
  )
}

function documentInfo(known: Map<string, DocumentInfo>, source: string, introspection: boolean): DocumentInfo {
  const before = known.get(source)
  if (before) return before
  const info = inspectDocument(source, introspection)
  if (!info) throw new HttpError(400, 'BAD_USER_INPUT')
  if (known.size >= MAX_KNOWN_DOCUMENTS) known.clear()
  known.set(source, info)
  return info
}

/** Mercurius throws when a document or its variables do not fit the schema; nothing ran then. */
function refusalErrors(error: unknown): GraphQLError[] {
  const isRefusal = error instanceof Error && 'errors' in error && Array.isArray(error.errors)
  return isRefusal
    ? [new GraphQLError('refused')]
    : [new GraphQLError('failed', { originalError: error instanceof Error ? error : new Error(String(error)) })]
}

/**
 * What leaves the server of the errors that happened: Korean sentence, stable code, fields. An error without a cause of
 * ours means that the call does not fit the contract.
 */
function presentErrors(
  result: ExecutionResult,
  context: OperationContext,
): { result: ExecutionResult; status: number; retryAfter?: number | undefined } {
  const causes = (result.errors ?? []).map(causeOf)
  for (const { app, cause } of causes) {
    if (app.code === 'INTERNAL') context.log.error({ err: cause }, 'operation failed')
    else if (app.code === 'UNAVAILABLE') context.log.warn({ err: cause }, 'service unavailable')
  }
  const refused = causes.some(({ cause }) => cause === undefined)
  const errors = causes.flatMap(({ app }) => errorsBody(app).errors)
  return {
    result: { ...(result.data !== undefined && { data: result.data }), errors } as unknown as ExecutionResult,
    status: refused ? 400 : Math.max(...causes.map(({ app }) => app.status)),
    retryAfter: causes.find(({ app }) => app.retryAfter !== undefined)?.app.retryAfter,
  }
}

function causeOf(error: GraphQLError): { app: AppError; cause: Error | undefined } {
  const cause = error.originalError
  if (!cause || cause instanceof GraphQLError) return { app: new AppError('BAD_USER_INPUT'), cause: undefined }
  return { app: toAppError(cause), cause }
}
