import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLObjectType, type GraphQLSchema } from 'graphql'
import type { Caller } from '#contract/schema.gen.ts'
import { requireAnySession, requireSession } from '../../platform/context.ts'
import { requireShownReader } from '../../platform/http/shown-reader.ts'
import { limitNewcomer, refuseBarredWriter } from '../enforcement/require-writer.ts'
import { requireModerator } from '../moderation/policy.ts'
import { callerOf } from './directives.ts'
import type { GraphqlContext } from './request-context.ts'

type Guard = (context: GraphqlContext) => unknown

const requireWritingMember: Guard = (context) => refuseBarredWriter(requireSession(context))

const guards: Record<Caller, Guard> = {
  anyone: () => {},
  shown: () => {},
  session: requireAnySession,
  member: requireSession,
  writer: requireWritingMember,
  poster: requireWritingMember,
  moderator: requireModerator,
  decider: (context) => refuseBarredWriter(requireModerator(context)),
}

/** Applies the `@call` of every operation. @throws {Error} for an operation without one */
export function guardOperations(schema: GraphQLSchema): void {
  guardFields(schema, schema.getQueryType(), () => false)
  guardFields(schema, schema.getMutationType(), (caller) => caller !== 'anyone')
}

/** @param isForShown whether calls by that caller are refused from pages that show another account */
function guardFields(
  schema: GraphQLSchema,
  type: GraphQLObjectType | null | undefined,
  isForShown: (caller: Caller) => boolean,
): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const caller = callerOf(schema, field)
    const resolve: GraphQLFieldResolver<unknown, GraphqlContext> = field.resolve ?? defaultFieldResolver
    field.resolve = async (source, args, context: GraphqlContext, info) => {
      if (isForShown(caller)) requireShownReader(context.session, context.shownReader)
      guards[caller](context)
      const run = async () => resolve(source, args, context, info)
      return caller === 'poster' ? limitNewcomer(context, run) : run()
    }
  }
}
