import { type GraphQLSchema, isObjectType } from 'graphql'
import { withoutControlCharacters } from '#rules/text.ts'

/** Arguments that stay as typed: passwords, because existing ones must keep working (`normalizePassword`). */
const SECRET = /password/i

/** Removes control characters from all arguments of the API before its resolvers get them. */
export function stripControlCharacters(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field
      if (!resolve || field.args.length === 0) continue
      field.resolve = (source, args, context, info) => resolve(source, plainFields(args), context, info)
    }
  }
}

function plainFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, SECRET.test(name) ? value : plainValue(value)]),
  )
}

function plainValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutControlCharacters(value)
  if (Array.isArray(value)) return value.map(plainValue)
  return typeof value === 'object' && value !== null ? plainFields(value) : value
}
