import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Caller } from '#contract/schema.gen.ts'
import { callerOf } from '#server/product/api/directives.ts'

/** Return types of operations that differ from the schema's: file in server/product/, and name there. */
const returned: Readonly<Record<string, readonly [file: string, name: string]>> = {
  Area: ['posts/areas/get-area.ts', 'PresentedArea'],
  Author: ['authors/present-author.ts', 'PresentedAuthor'],
  Collection: ['saves/collections/get-collection.ts', 'PresentedCollection'],
  CollectionPage: ['saves/collections/get-collection.ts', 'PresentedCollectionPage'],
  Comment: ['comments/present-comment.ts', 'PresentedComment'],
  CommentList: ['comments/get-comments.ts', 'FoundComments'],
  LikeResult: ['posts/likes/like-post.ts', 'GivenLike'],
  MapPosts: ['posts/map/get-map-posts.ts', 'FoundMap'],
  Notification: ['notifications/get-notifications.ts', 'PresentedNotification'],
  NotificationList: ['notifications/get-notifications.ts', 'PresentedNotifications'],
  Place: ['posts/venues/get-shop.ts', 'PresentedPlace'],
  PlaceComment: ['comments/get-comments.ts', 'PlaceCommentRow'],
  Post: ['posts/present-post.ts', 'PresentedPost'],
  PostList: ['posts/lists/paging.ts', 'PresentedList'],
}

/** Types of the resolvers: of each operation, and of each field in the schema that the types in `returned` lack. */
export function resolverTypes(schema: GraphQLSchema): string {
  const imports = Object.values(returned).map(([file, name]) => `import type { ${name} } from '../${file}'\n`)
  const rows = Object.entries(returned).map(([type, [, name]]) => {
    return `  ${type}: Omit<${fieldsOf(schema.getType(type), name)}, keyof ${name}>\n`
  })
  return `import type * as c from '#contract/schema.gen.ts'
${imports.join('')}import type { MemberContext, OperationContext } from '../../platform/context.ts'
import type { GraphqlContext } from './request-context.ts'

type NoArguments = Record<string, never>

type Resolver<Parent, Args, Result> = (parent: Parent, args: Args, context: GraphqlContext) => Result | Promise<Result>

type Operation<Context, Args, Result> = (context: Context, args: Args) => Promise<Result>

type Fields = {
${rows.join('')}}

/** Resolvers of every operation, and of every field that the type returned by the server's code lacks. */
export type Resolvers = { [Type in keyof Fields as keyof Fields[Type] extends never ? never : Type]: Fields[Type] } & {
  Query: ${operationsOf(schema, schema.getQueryType())}
  Mutation: ${operationsOf(schema, schema.getMutationType())}
}
`
}

function fieldsOf(type: unknown, parent: string): string {
  if (!isObjectType(type)) throw new Error(`contract/schema.graphql has no type for ${parent}`)
  const rows = Object.values(type.getFields()).map((field) => {
    return `    ${field.name}: Resolver<${parent}, ${argumentsOf(type, field)}, ${typeOf(field.type)}>\n`
  })
  return `{\n${rows.join('')}  }`
}

const WITHOUT_SESSION: ReadonlySet<Caller> = new Set<Caller>(['anyone', 'shown'])

function operationsOf(schema: GraphQLSchema, type: unknown): string {
  if (!isObjectType(type)) throw new Error('contract/schema.graphql has no operations')
  const rows = Object.values(type.getFields()).map((field) => {
    const context = WITHOUT_SESSION.has(callerOf(schema, field)) ? 'OperationContext' : 'MemberContext'
    return `    ${field.name}: Operation<${context}, ${argumentsOf(type, field)}, ${typeOf(field.type)}>\n`
  })
  return `{\n${rows.join('')}  }`
}

function argumentsOf(type: GraphQLNamedType, { name, args }: GraphQLField<unknown, unknown>): string {
  return args.length > 0 ? `c.${type.name}${name.charAt(0).toUpperCase()}${name.slice(1)}Args` : 'NoArguments'
}

function typeOf(type: GraphQLOutputType): string {
  const nullable = getNullableType(type)
  const bare = isListType(nullable) ? `Array<${typeOf(nullable.ofType)}>` : nameOf(nullable)
  return isNonNullType(type) ? bare : `${bare} | null`
}

const scalars: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Int: 'number',
  Float: 'number',
  Boolean: 'boolean',
}

function nameOf(type: GraphQLNamedType): string {
  const known = returned[type.name]?.[1] ?? scalars[type.name]
  if (known !== undefined) return known
  // A type of the schema whose fields are of types above.
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  const changed = fields.filter((field) => getNamedType(field.type).name in returned)
  if (changed.length === 0) return `c.${type.name}`
  const names = changed.map(({ name }) => `'${name}'`).join(' | ')
  return `(Omit<c.${type.name}, ${names}> & { ${changed.map((field) => `${field.name}: ${typeOf(field.type)}`).join('; ')} })`
}
