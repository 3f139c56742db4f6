import { isUtf8 } from 'node:buffer'
import {
  type ConstValueNode,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  Kind,
  validate,
  visit,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import secureJson from 'secure-json-parse'
import { ownDocuments } from '#contract/documents.gen.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type DocumentTraits, traitsOf } from './directives.ts'
import { DocumentError, type DocumentInfo, parseDocument } from './query-limits.ts'
import type { GraphqlContext } from './request-context.ts'

/** Bytes of memory for parsed documents that are not of our pages. */
const BUDGET = 8 * 1024 * 1024

/** Measured bytes of heap per byte of a document's text. */
const PARSED_PER_BYTE = 32

/** A document that was parsed and is valid. */
export type KnownDocument = DocumentInfo & DocumentTraits & { readonly source: string; readonly document: DocumentNode }

/** Parses and validates each GraphQL document once. Documents of our pages are kept forever, others within a budget. */
export class GraphqlDocuments {
  readonly #schema: GraphQLSchema
  readonly #introspection: boolean
  readonly #own = new Map<string, KnownDocument>()
  readonly #others = new LRUCache<string, KnownDocument>({
    maxSize: BUDGET,
    sizeCalculation: ({ source }) => source.length * PARSED_PER_BYTE,
  })

  /** @param introspection lets documents query the schema */
  constructor(schema: GraphQLSchema, introspection: boolean) {
    this.#schema = schema
    this.#introspection = introspection
  }

  get bytes(): number {
    return this.#others.calculatedSize
  }

  /** @throws {DocumentError} */
  find(source: string): KnownDocument {
    return this.known(source) ?? this.#keep(this.#read(source))
  }

  known(source: string): KnownDocument | undefined {
    return this.#own.get(source) ?? this.#others.get(source)
  }

  execute(
    { document }: KnownDocument,
    { variables, operationName }: Omit<GraphqlCall, 'query'>,
    contextValue: GraphqlContext,
  ): ExecutionResult | Promise<ExecutionResult> {
    return execute({
      schema: this.#schema,
      document,
      contextValue,
      operationName: operationName || null,
      variableValues: variables ?? {},
      options: { maxCoercionErrors: 1 },
    })
  }

  #read(source: string): KnownDocument {
    const { document, info } = parseDocument(source)
    if (!this.#introspection && info.rootFields.includes('__schema')) throw new DocumentError('malformed')
    if (validate(this.#schema, document, undefined, { maxErrors: 1 }).length > 0) throw new DocumentError('malformed')
    const traits = traitsOf(this.#schema, document)
    // Aliases must not multiply guesses of a password.
    if (traits.hashesPasswords && info.rootFields.length > 1) throw new DocumentError('beyond limits')
    return { ...info, ...traits, source, document: this.#introspection ? document : withoutTypes(document) }
  }

  #keep(known: KnownDocument): KnownDocument {
    if (ownDocuments.has(known.source)) this.#own.set(known.source, known)
    else this.#others.set(known.source, known)
    return known
  }
}

/** Lets `__type` ask for no type, so that documents cannot query the schema. */
function withoutTypes(document: DocumentNode): DocumentNode {
  const noName: ConstValueNode = { kind: Kind.STRING, value: '' }
  return visit(document, {
    enter: (node) => {
      if (node.kind !== Kind.FIELD || node.name.value !== '__type') return undefined
      return { ...node, arguments: node.arguments?.map((argument) => ({ ...argument, value: noName })) }
    },
  })
}

export type GraphqlCall = {
  query: string
  variables?: Record<string, unknown> | null
  operationName?: string | null
  extensions?: { reader?: unknown } | null
}

/** @throws {HttpError} 400 */
export function parseCall(body: string): GraphqlCall {
  const call = parseJson(body)
  if (!isCall(call)) throw new HttpError(400, 'BAD_USER_INPUT')
  return call
}

/** Decodes UTF-8, and replaces nothing. @throws {HttpError} 400 for invalid bytes */
export function decodeStrictUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new HttpError(400, 'BAD_USER_INPUT')
  return bytes.toString()
}

/** null for invalid JSON and keys that could change a prototype. */
function parseJson(text: string): unknown {
  return secureJson.safeParse(text) ?? null
}

function isCall(body: unknown): body is GraphqlCall {
  if (!isMap(body)) return false
  const { query, variables, operationName, extensions } = body
  return (
    typeof query === 'string' &&
    isOptional(variables, isMap) &&
    isOptional(extensions, isMap) &&
    isOptional(operationName, (value) => typeof value === 'string')
  )
}

function isOptional(value: unknown, isRight: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || isRight(value)
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
