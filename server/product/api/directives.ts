import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  getDirectiveValues,
  TypeInfo,
  TypeNameMetaFieldDef,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Caller } from '#contract/schema.gen.ts'

/** The callers that an operation's `@call` allows. @throws {Error} without it */
export function callerOf(schema: GraphQLSchema, { name, astNode }: GraphQLField<unknown, unknown>): Caller {
  const directive = schema.getDirective('call')
  const call = directive && astNode && getDirectiveValues(directive, astNode)
  if (!call) throw new Error(`contract/schema.graphql does not say who may call ${name}`)
  return call.by as Caller
}

export function hasDirective({ astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'>, name: string): boolean {
  return astNode?.directives?.some((directive) => directive.name.value === name) ?? false
}

/** Traits of a document by the directives of its fields: who may share its response, and whether it hashes a password. */
export type DocumentTraits = {
  /** Readers who get the same response: all who do not bypass the shared caches, only visitors, or none. */
  sharing: 'everybody' | 'visitors' | 'nobody'
  hashesPasswords: boolean
}

/** Finds by the schema's directives what a document is. It has to be valid: only then are all of its fragments used. */
export function traitsOf(schema: GraphQLSchema, document: DocumentNode): DocumentTraits {
  const types = new TypeInfo(schema)
  const fields: string[][] = []
  const addField = () => {
    const field = types.getFieldDef()
    if (field !== TypeNameMetaFieldDef) fields.push(field?.astNode?.directives?.map(({ name }) => name.value) ?? [])
  }
  visit(document, visitWithTypeInfo(types, { Field: addField }))
  const isReaders = fields.some((words) => words.includes('reader'))
  const isShared = fields.every((words) => words.includes('shared') || words.includes('reader'))
  return {
    sharing: !isShared ? 'nobody' : isReaders ? 'visitors' : 'everybody',
    hashesPasswords: fields.some((words) => words.includes('password')),
  }
}
