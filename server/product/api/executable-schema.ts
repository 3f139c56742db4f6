import { readFileSync } from 'node:fs'
import {
  assertValidSchema,
  buildSchema,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNullableType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql'
import { MINUTE_MS } from '#rules/dates.ts'
import { TIME_STEP_SECONDS } from '#rules/hours.ts'
import { guardOperations } from './callers.ts'
import { hasDirective } from './directives.ts'
import type { GraphqlContext } from './request-context.ts'
import { resolvers } from './resolvers.ts'
import { stripControlCharacters } from './strip-control-characters.ts'

const SCHEMA = new URL('../../../contract/schema.graphql', import.meta.url)

/** @throws when the schema is invalid, lacks a field for a resolver, or has an operation without `@call` */
export function buildExecutableSchema(text = readFileSync(SCHEMA, 'utf8')): GraphQLSchema {
  const schema = buildSchema(text)
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName)
    for (const [name, resolve] of Object.entries(fields)) {
      const field = isObjectType(type) ? type.getFields()[name] : undefined
      if (!field) throw new Error(`contract/schema.graphql has no ${typeName}.${name}`)
      field.resolve =
        type === schema.getQueryType() || type === schema.getMutationType() ? root(field, resolve) : resolve
    }
  }
  assertValidSchema(schema)
  stripControlCharacters(schema)
  boundLists(schema)
  guardOperations(schema)
  return schema
}

type Field = GraphQLField<unknown, GraphqlContext>
type Resolve = GraphQLFieldResolver<unknown, GraphqlContext>
type Operation = (context: GraphqlContext, args: object) => unknown

/**
 * Resolves a root field. Unless the operation is `@noted` and succeeds, it notes in `context.shown`
 * (`platform/database/shown.ts`) that the response shows more than its names. A list of open places is kept no longer than to
 * the next time at which others may be open.
 */
function root(field: Field, operation: Operation): Resolve {
  const isNoted = hasDirective(field, 'noted')
  return async (_, args, context) => {
    if (args.open) context.shown.keepUntil(nextStep(Date.now()))
    if (!isNoted) context.shown.addUnnamed()
    try {
      return await operation(context, args)
    } catch (error) {
      context.shown.addUnnamed()
      throw error
    }
  }
}

/** End of the current step of `TIME_STEP_SECONDS`, in milliseconds since 1970: no place opens or closes before it. */
function nextStep(instant: number): number {
  const step = TIME_STEP_SECONDS * 1000
  const minute = instant - (instant % MINUTE_MS)
  return minute - (minute % step) + step
}

/** Counts every list against the budget of its response, before its items are completed. */
function boundLists(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (!isListType(getNullableType(field.type))) continue
      const resolve: Resolve = field.resolve ?? defaultFieldResolver
      field.resolve = async (source, args, context: GraphqlContext, info) => {
        context.lists.require()
        const list = (await resolve(source, args, context, info)) as readonly unknown[] | null
        if (list) context.lists.spend(list.length, info)
        return list
      }
    }
  }
}
