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

/** Who may call an operation, by its `@call`. @throws {Error} without it */
export function callerOf(schema: GraphQLSchema, { name, astNode }: GraphQLField<unknown, unknown>): Caller {
  const directive = schema.getDirective('call')
  const call = directive && astNode && getDirectiveValues(directive, astNode)
  if (!call) throw new Error(`contract/schema.graphql does not say who may call ${name}`)
  return call.by as Caller
}

/** What the schema says of the fields that a document selects. */
export type DocumentTraits = {
  /** Who may get the same response: all who have no view of their own, visitors, or nobody. */
  sharing: 'everybody' | 'visitors' | 'nobody'
  hashesPasswords: boolean
}

/** The document has to be valid: then it uses all of its fragments. */
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
