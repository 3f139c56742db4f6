import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ExecutionResult, GraphQLError } from 'graphql'
import { apiPaths } from '#rules/paths.ts'
import type { Services, Session } from '../../platform/context.ts'
import { sendBody } from '../../platform/http/compression.ts'
import { hasUnseenWrite, setLastWriteCookie } from '../../platform/http/cookies.ts'
import { requireOwnOrigin } from '../../platform/http/headers.ts'
import { type ErrorsBody, HttpError } from '../../platform/http/http-error.ts'
import { openSharedCache } from '../../platform/http/shared-cache.ts'
import { visitOf, visitorCounterOf } from '../figures/visitor-counter.ts'
import { onlineProviders } from '../places/online/find-online-places.ts'
import { loadReaderState } from '../reader/load-reader.ts'
import { buildExecutableSchema } from './executable-schema.ts'
import { type GraphqlCall, GraphqlDocuments, type KnownDocument, parseCall } from './graphql-documents.ts'
import { type GraphqlResponse, presentResult, refuseDocument, responseOf, withReader } from './graphql-response.ts'
import { buildContext, contextFor, type GraphqlContext } from './request-context.ts'

const SHARE_OF_MEMORY = 0.2
const LARGEST_SHARED = 512 * 1024

/** Media types of GraphQL over HTTP; the first is the default. */
const JSON_TYPE = 'application/json; charset=utf-8'
const RESPONSE_TYPE = 'application/graphql-response+json'
const ACCEPTS_ONLY_JSON = /^\s*application\/json\s*(?:;[^,]*)?$/i

export type ExecuteGraphql = (
  context: GraphqlContext,
  query: string,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult | ErrorsBody>

declare module 'fastify' {
  interface FastifyInstance {
    executeGraphql: ExecuteGraphql
  }
}

export function registerGraphql(app: FastifyInstance, parts: Services): void {
  const { config, replicas } = parts
  const documents = new GraphqlDocuments(buildExecutableSchema(), config.mode === 'development')

  const execute = async (document: KnownDocument, call: GraphqlCall, context: GraphqlContext) => {
    const { logUnavailable, countError } = app
    const logs = { log: context.log, logUnavailable, countError }
    try {
      return presentResult(await documents.execute(document, call, context), logs)
    } catch (error) {
      return presentResult({ errors: [new GraphQLError('failed', { originalError: error as Error })] }, logs)
    }
  }
  app.decorate(
    'executeGraphql',
    async (context, query, variables) => (await execute(documents.find(query), { query, variables }, context)).result,
  )

  const cache = openSharedCache<GraphqlResponse>(parts, {
    share: SHARE_OF_MEMORY,
    largest: LARGEST_SHARED,
    isCacheable: ({ isResult }) => isResult,
  })
  parts.metrics.watchCache('api', cache)
  const visits = visitorCounterOf(parts.db)
  const hasServices = onlineProviders(config.places).length > 0
  /** Whether a read asks a place service on the internet: only those of members may, within limits of their own. */
  const asksServices = async (request: FastifyRequest, { rootFields }: KnownDocument) =>
    hasServices && rootFields.includes('searchPlaces') && (await request.loadSession()) !== null

  /** Whether shared responses are right for this session. */
  const getsSharedResponses = (session: Session, request: FastifyRequest) =>
    !session.bypassesSharedCache && !hasUnseenWrite(parts, request)

  const respond = async (request: FastifyRequest, reply: FastifyReply, body: string): Promise<GraphqlResponse> => {
    const call = parseCall(body)
    // Parsing takes a turn too: an unknown document may be as large as a body.
    const parse = () => app.inReadTurn(request, async () => documents.find(call.query))
    const document = documents.known(call.query) ?? (await parse())
    const operation = operationName(document)
    const computeFor = async (context: GraphqlContext) =>
      responseOf(await execute(document, call, context), operation, context.shown)
    const compute = async () => computeFor(await buildContext(parts, request, reply))
    if (document.operation !== 'query') {
      const write = () => compute().finally(() => setLastWriteCookie(parts, reply))
      if (document.hashesPasswords) return app.inPasswordTurn(request, write)
      const session = await request.loadSession()
      if (!session) return app.inReadTurn(request, write)
      return app.inWriteTurn(request, session.accountId, async () => {
        await request.reloadSession()
        return write()
      })
    }
    if (document.hashesPasswords) return app.inPasswordTurn(request, compute)
    if (await asksServices(request, document)) return compute()
    const read = async () => {
      const session = await request.loadSession()
      const isShared =
        document.sharing !== 'nobody' &&
        (session === null || (document.sharing === 'everybody' && getsSharedResponses(session, request)))
      const computeShared = () => replicas.read(() => computeFor(contextFor(parts, request, reply, null)))
      const response = await (isShared ? cache.get(body, computeShared) : compute())
      if (session === null || call.extensions?.reader !== true || !response.isResult) return response
      const reader = await loadReaderState({ ...parts, session }, response.shown)
      return reader ? withReader(response, reader) : response
    }
    return app.inReadTurn(request, () => replicas.readWithoutPrimary(read))
  }

  app.route({
    method: 'POST',
    url: apiPaths.graphql,
    onRequest: requireOwnOrigin(config),
    handler: async (request, reply) => {
      // The JSON parser is not called for an empty body.
      const { body } = request
      if (typeof body !== 'string') throw new HttpError(415, 'BAD_USER_INPUT')
      // A cache in front of the site may have answered the visitor's pages.
      visits.note(visitOf(request))
      const known = request.sessionToken === null ? cache.peek(body) : undefined
      return send(request, reply, known ?? (await respond(request, reply, body).catch(refuseDocument)))
    },
  })
  allowOnlyPost(app)
}

/** The document's root field, by which metrics and logs count it; null for several. */
function operationName({ rootFields }: KnownDocument): string | null {
  return rootFields.length === 1 ? (rootFields[0] ?? null) : null
}

function allowOnlyPost(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: apiPaths.graphql,
    handler: async (_request, reply) => {
      reply.header('allow', 'POST')
      throw new HttpError(405, 'BAD_USER_INPUT')
    },
  })
}

function send(request: FastifyRequest, reply: FastifyReply, response: GraphqlResponse): FastifyReply {
  request.operation = response.operation
  const accept = request.headers.accept ?? ''
  // Clients of the older type read any status but 200 as a transport failure (GraphQL over HTTP, 6.4.1).
  const status = response.isMalformed && ACCEPTS_ONLY_JSON.test(accept) ? 200 : response.status
  if (response.retryAfter !== undefined) reply.header('retry-after', response.retryAfter)
  reply.code(status).headers({ 'cache-control': 'private, no-store', vary: 'accept-encoding' })
  reply.type(accept.includes(RESPONSE_TYPE) ? `${RESPONSE_TYPE}; charset=utf-8` : JSON_TYPE)
  return sendBody(request, reply, response.body)
}
