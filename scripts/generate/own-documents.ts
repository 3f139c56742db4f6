import { globSync, readFileSync } from 'node:fs'
import { type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind, parse, validate } from 'graphql'

/** An operation as sent by a page, with its fragments. */
export type OwnDocument = { name: string; kind: 'query' | 'mutation'; text: string; document: DocumentNode }

type Source = { location: string; text: string }

/** A constant marked as GraphQL, used in documents. */
const PART = /const (\w+) = \/\* GraphQL \*\/ `([^`]*)`/g
/** A whole document: the argument of `graphql()`. */
const DOCUMENT = /\bgraphql\(\s*\/\* GraphQL \*\/ `([^`]*)`/g

/** The documents in web/, in the order of their files; `parts` are generated. */
export function readOwnDocuments(schema: GraphQLSchema, parts: readonly Source[]): OwnDocument[] {
  const locations = globSync('web/**/*.{ts,tsx}').sort()
  const sources = locations.map((location) => ({ location, text: readFileSync(location, 'utf8') }))
  return findDocuments(schema, [...parts, ...sources])
}

/**
 * The documents in these files, with their parts inserted.
 * @throws when a part is unknown or defined twice, or a document does not fit the schema
 */
export function findDocuments(schema: GraphQLSchema, sources: readonly Source[]): OwnDocument[] {
  const parts = new Map<string, string>()
  for (const { location, text } of sources) {
    for (const [, name = '', part = ''] of text.matchAll(PART)) {
      if (parts.has(name)) throw new Error(`${location}: another part of documents is named ${name}`)
      parts.set(name, part)
    }
  }
  return sources.flatMap(({ location, text }) =>
    [...text.matchAll(DOCUMENT)].map(([, template = '']) => {
      const whole = insertParts(parts, template, location)
      return { text: whole, ...inspect(schema, whole, location) }
    }),
  )
}

/** Every operation, and each fragment once. */
export function definitionsOf(documents: readonly OwnDocument[]): DefinitionNode[] {
  const definitions = documents.flatMap(({ document }) => document.definitions)
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
  return [...definitions.filter(({ kind }) => kind !== Kind.FRAGMENT_DEFINITION), ...fragments.values()]
}

function insertParts(parts: ReadonlyMap<string, string>, template: string, location: string): string {
  return template.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const part = parts.get(name)
    if (part === undefined) throw new Error(`${location}: no part of documents is named ${name}`)
    return insertParts(parts, part, location)
  })
}

function inspect(schema: GraphQLSchema, text: string, location: string): Omit<OwnDocument, 'text'> {
  const document = parse(text, { noLocation: true })
  const [error] = validate(schema, document)
  if (error) throw new Error(`${location}: ${error.message}`)
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (!operation?.name || operation.operation === 'subscription') throw new Error(`${location}: no named operation`)
  return { name: operation.name.value, kind: operation.operation, document }
}
