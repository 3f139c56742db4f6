import { rootRouteId, useRouteContext } from '@tanstack/react-router'
import type { DocumentTypes } from '#contract/operations.gen.ts'
import { READER_HEADER, type ReaderState, VISITOR_READER } from '#contract/reader-state.ts'
import { type ErrorCode, errorMessages, type FieldError, failures } from '#rules/errors.ts'
import { apiPaths } from '#rules/paths.ts'
import type { Store } from './store/store.ts'

/** Sends a document to the API: over HTTP in the browser, in process while the server renders. */
export type ExecuteGraphql = (query: string, variables: Record<string, unknown>, init?: CallInit) => Promise<unknown>
type CallInit = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Handle of the account that the request is for, if it was asked for earlier; by default the one that the page shows. */
  reader?: string | undefined
}

export function useGraphql(): ExecuteGraphql {
  return useRouteContext({ from: rootRouteId, select: (context) => context.graphql })
}

/** An operation of the API: sends its document, and returns the value of the one field that it asks for. @throws as `sendDocument` */
type Operation<Data, Variables> = {
  (execute: ExecuteGraphql, variables: Variables, init?: CallInit): Promise<Data[keyof Data]>
  readonly text: string
  readonly _types?: (variables: Variables) => Data
}

export type ResultOf<O extends (...given: never[]) => unknown> = Awaited<ReturnType<O>>
export type VariablesOf<O> = O extends Operation<infer _, infer Variables> ? Variables : never

export function graphql<const Text extends keyof DocumentTypes>(
  text: Text,
): Operation<DocumentTypes[Text]['data'], DocumentTypes[Text]['variables']> {
  const ask = async (execute: ExecuteGraphql, variables: Record<string, unknown>, init?: CallInit) =>
    Object.values(await sendDocument(execute, { text }, variables, init))[0]
  return Object.assign(ask as never, { text })
}

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldError[]

  constructor(message: string, code: ErrorCode, fields: FieldError[] = []) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.fields = fields
  }
}

export class Unreachable extends Error {
  constructor(cause: unknown) {
    super(failures.offline, { cause })
    this.name = 'Unreachable'
  }
}

/** Whether a failed query is sent again: once, only in the browser, and only after failures that may be temporary. */
export function retryOnce(failures: number, error: Error): boolean {
  const isAnswered = error instanceof ApiError && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'
  return !import.meta.env.SSR && failures < 1 && !isAnswered
}

type Result = {
  data?: unknown
  errors?: { message: string; extensions?: { code?: ErrorCode; fields?: FieldError[] } }[]
  extensions?: { reader?: ReaderState }
}

/**
 * Sends a document that may ask for several fields.
 * @throws {ApiError} with the first error's sentence and code
 * @throws {Unreachable} when the server could not be reached
 */
export async function sendDocument<Data extends object>(
  execute: ExecuteGraphql,
  document: { readonly text: string; readonly _types?: (variables: never) => Data },
  variables: Record<string, unknown>,
  init?: CallInit,
): Promise<Data> {
  const { data, errors } = (await execute(document.text, variables, init)) as Result
  const error = errors?.[0]
  if (error) {
    throw new ApiError(error.message, error.extensions?.code ?? 'INTERNAL', error.extensions?.fields)
  }
  return data as Data
}

/** Handle of the account that the page shows, or `VISITOR_READER`; the server compares it with the session before it writes. */
export function shownReaderHandle({ viewer }: Pick<Store, 'viewer'>): string {
  return viewer?.jwt ?? VISITOR_READER
}

export function isOtherAccount(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'OTHER_ACCOUNT'
}

/**
 * Returns an `execute` that also puts each response into the store: that of a read as of when it was sent, that of a write as
 * of its end.
 */
export function storeResponses(store: Store, execute: ExecuteGraphql): ExecuteGraphql {
  return async (query, variables, init) => {
    const begun = store.nextRequestNumber()
    const result = (await execute(query, variables, init)) as Result
    const asOf = query.trimStart().startsWith('mutation') ? store.nextRequestNumber() : begun
    store.put(result.data, asOf, result.extensions?.reader)
    return result
  }
}

export function executeOverHttp(store: Store): ExecuteGraphql {
  return storeResponses(store, async (query, variables, init) => {
    const shown = init?.reader ?? shownReaderHandle(store)
    const result = await send(query, variables, { ...init, reader: shown })
    const state = result.extensions?.reader
    const isRefused = result.errors?.[0]?.extensions?.code === 'OTHER_ACCOUNT'
    const isOther = isRefused || (state !== undefined && state.viewer.jwt !== shown)
    // Only if this tab has not changed accounts since.
    if (isOther && shown === shownReaderHandle(store)) store.setSession('other')
    return result
  })
}

type SentInit = CallInit & { reader: string }

const send = async (query: string, variables: Record<string, unknown>, init: SentInit): Promise<Result> => {
  const headers: Record<string, string> = { 'content-type': 'application/json', [READER_HEADER]: init.reader }
  if (init.idempotencyKey) headers['idempotency-key'] = init.idempotencyKey
  const response = await fetchFromServer(apiPaths.graphql, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables, extensions: { reader: true } }),
    // Reads can be cancelled; writes continue even when the page is left.
    ...(init.signal ? { signal: init.signal } : { keepalive: true }),
  })
  const body = await readBody(response)
  if (isResult(body) && (response.ok || body.errors?.length)) return body
  throw new ApiError(
    response.status >= 500 ? errorMessages.UNAVAILABLE : `GraphQL Error (Code: ${response.status})`,
    response.status >= 500 ? 'UNAVAILABLE' : 'INTERNAL',
  )
}

/** A cancelled request rejects with the signal's reason. @throws {Unreachable} when the server could not be reached */
export async function fetchFromServer(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init).catch(rethrowAsUnreachable)
}

/** The parsed body, or null if it is not JSON. @throws {Unreachable} when the connection breaks */
async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(rethrowAsUnreachable)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function rethrowAsUnreachable(error: unknown): never {
  throw error instanceof TypeError ? new Unreachable(error) : error
}

function isResult(body: unknown): body is Result {
  return typeof body === 'object' && body !== null
}
