import { readFileSync } from 'node:fs'
import { type DefinitionNode, type DocumentNode, parse, print } from 'graphql'
import { expect, test } from 'vitest'

/** Names, arguments and nullability that other clients use. The schema may add to it, but no required argument. */
const relied = parse(`
  type User { image: String email: String! username: String! jwt: String! questionIndex: Int! questionAnswer: String! }
  type Post {
    id: ID! title: String! contents: String! image: String address: String place_name: String lat: Float lng: Float
    start_time: String end_time: String createdAt: String! username: String! user_profile: String user_id: String!
    like: Int! likeUsers: [String!]! liked: Boolean!
    images: [PostImage!]! kind: FoodKind price: PriceRange dishes: [Dish!]! closed_on: [ClosedDay!]!
    traits: [PlaceTrait!]! comments: Int! wanted: Boolean! been: Boolean!
  }
  enum FoodKind { korean chinese japanese western snack grill seafood cafe bar other }
  enum PriceRange { under_1 from_1_to_2 from_2_to_3 from_3_to_5 over_5 }
  enum ClosedDay { mon tue wed thu fri sat sun holiday }
  enum PlaceTrait { solo parking reservation takeout pets kids }
  type Dish { name: String! price: Int }
  input DishInput { name: String! price: Int }
  type PostImage { url: String! info: ImageInfo }
  type PostList { data: [Post!]! pageCount: Int! nextCursor: String }
  type LikeResult { count: Int! likeUsers: [String!]! }
  type CountResult { count: Int! id: ID }
  type ForgotPasswordResult { password: String! }
  type Author {
    handle: ID! username: String! image: String about: String! since: String! posts: Int! likesReceived: Int!
    followers: Int! following: Int! followed: Boolean! blocked: Boolean!
  }
  type Comment {
    id: ID! post: ID! text: String! tasty: Boolean! image: PostImage createdAt: String! edited: Boolean! author: Author!
    mine: Boolean! removable: Boolean!
  }
  type CommentList { data: [Comment!]! nextCursor: String }
  enum SaveList { want been liked }
  enum Visibility { private link public }
  type Collection {
    id: ID! name: String! about: String! visibility: Visibility! owner: Author! count: Int! cover: PostImage
  }
  type CollectionEntry { post: Post title: String! note: String! }
  type CollectionPage { collection: Collection! entries: [CollectionEntry!]! nextCursor: String }
  enum NotificationKind { like comment follow post }
  type Notification {
    id: ID! kind: NotificationKind! actors: [Author!]! actorCount: Int! post: ID title: String comment: ID at: String!
    read: Boolean!
  }
  type NotificationList { data: [Notification!]! unread: Int! nextCursor: String }

  type Query {
    login(email: String!, password: String!, autoLogin: Boolean): User!
    user(jwt: String!): User!
    getPosts(
      pageParam: Int, user_id: String, filter: String, cursor: String,
      kind: [FoodKind!], price: [PriceRange!], traits: [PlaceTrait!], radius: Int
    ): PostList!
    getPost(id: ID!): Post!
    getSearchPosts(
      pageParam: Int, keyword: String!, filter: String, cursor: String,
      kind: [FoodKind!], price: [PriceRange!], traits: [PlaceTrait!], radius: Int
    ): PostList!
    getMapPosts(
      south: Float!, west: Float!, north: Float!, east: Float!, zoom: Float!,
      kind: [FoodKind!], price: [PriceRange!], traits: [PlaceTrait!], radius: Int
    ): MapPosts!
    getAuthor(handle: ID!): Author!
    getComments(post: ID!, cursor: String): CommentList!
    getSavedPosts(
      list: SaveList!, sort: String, keyword: String, cursor: String, lat: Float, lng: Float,
      kind: [FoodKind!], price: [PriceRange!], traits: [PlaceTrait!], radius: Int
    ): PostList!
    getFollowedPosts(cursor: String): PostList!
    getNotifications(cursor: String): NotificationList!
    getCollection(id: ID!, cursor: String): CollectionPage!
    getCollections(handle: ID!): [Collection!]!
  }

  type Mutation {
    signup(
      email: String!, username: String!, password: String!, questionIndex: Int!, questionAnswer: String!, image: String
    ): User!
    update(
      jwt: String!, email: String!, username: String!, questionIndex: Int!, questionAnswer: String!, image: String,
      about: String
    ): User!
    changePw(jwt: String!, newPassword: String!, password: String!): CountResult!
    remove(jwt: String!): CountResult!
    forgotPw(email: String!, questionIndex: Int!, questionAnswer: String!): ForgotPasswordResult!
    sendRecoveryMail: CountResult!
    logout: CountResult!
    deletePost(id: ID!): CountResult!
    addPost(
      contents: String!, title: String!, image: String, address: String, start_time: String, end_time: String,
      username: String, user_profile: String, user_id: String, place_name: String, lat: Float, lng: Float,
      images: [String!], kind: FoodKind, price: PriceRange, dishes: [DishInput!], closed_on: [ClosedDay!],
      traits: [PlaceTrait!]
    ): CountResult!
    editPost(
      id: ID!, contents: String!, title: String!, image: String, address: String, start_time: String, end_time: String,
      place_name: String, lat: Float, lng: Float,
      images: [String!], kind: FoodKind, price: PriceRange, dishes: [DishInput!], closed_on: [ClosedDay!],
      traits: [PlaceTrait!]
    ): CountResult!
    likePost(id: ID!, isLike: Boolean!, jwt: String!): LikeResult!
    savePost(post: ID!, list: SaveList!, saved: Boolean!): CountResult!
    addComment(post: ID!, text: String!, tasty: Boolean, image: String, key: ID): Comment!
    editComment(id: ID!, text: String!): Comment!
    deleteComment(id: ID!): CountResult!
    followUser(handle: ID!, follow: Boolean!): CountResult!
    blockUser(handle: ID!, block: Boolean!): CountResult!
    readNotifications(upTo: ID!): CountResult!
    addCollection(name: String!, about: String, visibility: Visibility, key: ID): Collection!
    editCollection(id: ID!, name: String!, about: String, visibility: Visibility!): Collection!
    deleteCollection(id: ID!): CountResult!
    putInCollection(id: ID!, post: ID!, note: String): CountResult!
    takeFromCollection(id: ID!, post: ID!): CountResult!
    moveInCollection(id: ID!, post: ID!, position: Int!): CountResult!
    report(kind: String!, id: ID!, reason: String!, text: String): CountResult!
  }
`)
const schema = parse(readFileSync(new URL('../../../contract/schema.graphql', import.meta.url), 'utf8'))

test('everything that other clients use is in the schema, with the same types', () => {
  const offered = new Set(linesOf(schema))
  expect(offered.size).toBeGreaterThan(linesOf(relied).length)
  // A required argument may have become optional.
  const isOffered = (line: string) => offered.has(line) || offered.has(line.replace(/!\)$/, ')'))
  expect(linesOf(relied).filter((line) => !isOffered(line))).toEqual([])
})

test('what the schema adds to an operation may be left out', () => {
  const known = new Set(linesOf(relied))
  const operations = new Set(linesOf(relied).map((line) => line.split(/[ (:]/)[0]))
  const required = linesOf(schema).filter((line) => /\(.*!\)$/.test(line) && operations.has(line.split('(')[0]))
  expect(required.length).toBeGreaterThan(10)
  expect(required.filter((line) => !known.has(line))).toEqual([])
})

/** Lines for fields, arguments and values: 'Post.like: Int!', 'Query.getPost(id: ID!)', 'SaveList.want'. */
function linesOf({ definitions }: DocumentNode): string[] {
  return definitions.flatMap(linesOfType)
}

function linesOfType(definition: DefinitionNode): string[] {
  if (definition.kind === 'EnumTypeDefinition') {
    return (definition.values ?? []).map(({ name }) => `${definition.name.value}.${name.value}`)
  }
  if (definition.kind !== 'ObjectTypeDefinition' && definition.kind !== 'InputObjectTypeDefinition') return []
  return (definition.fields ?? []).flatMap((field) => {
    const own = `${definition.name.value}.${field.name.value}`
    const given = field.kind === 'FieldDefinition' ? (field.arguments ?? []) : []
    return [`${own}: ${print(field.type)}`, ...given.map(({ name, type }) => `${own}(${name.value}: ${print(type)})`)]
  })
}
