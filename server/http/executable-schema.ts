import { readFileSync } from 'node:fs'
import { assertValidSchema, buildSchema, type GraphQLSchema, isObjectType } from 'graphql'
import { resolvers } from './resolvers.ts'

/**
 * The contract with the resolver of each field that has one.
 * @throws when the contract is no valid schema or has no field for a resolver
 */
export function buildExecutableSchema(): GraphQLSchema {
  const schema = buildSchema(readFileSync(new URL('../../contract/schema.graphql', import.meta.url), 'utf8'))
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName)
    for (const [name, resolve] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[name] : undefined
      if (!field) throw new Error(`contract/schema.graphql has no ${typeName}.${name}`)
      field.resolve = resolve
    }
  }
  assertValidSchema(schema)
  return schema
}
