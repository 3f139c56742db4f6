import type { Services } from '#server/platform/context.ts'
import { followUser } from '#server/product/authors/follow-and-block.ts'
import { addComment } from '#server/product/comments/write-comment.ts'
import { likePost } from '#server/product/posts/likes/like-post.ts'
import { savePost } from '#server/product/saves/save-place.ts'
import { makeCollection } from './make-collection.ts'
import { contextOf, type Member } from './members.ts'
import type { DemoPost, Town } from './read-town.ts'
import { mapConcurrently } from './upload.ts'

type Written = Readonly<{ id: string; post: DemoPost; author: Member }>
type Parts = Readonly<{ services: Services; members: readonly Member[]; posts: readonly Written[] }>

/** Share of likers who also want to go. */
const WANT = 0.3
/** Share of the other likers who have been there. */
const BEEN = 0.2
/** Share of likers who comment '저도 맛있었어요'. */
const TASTY = 0.12

/** Probability that a member follows the author of a post, for each post. */
const FOLLOW = 0.25 / 4

/** Adds likes, comments, visits, collections and follows of the members. */
export async function addReactions({ services, members, posts }: Parts, town: Town): Promise<void> {
  const memberOf = (name: string) => named(members, (member) => member.username === name, name)
  const idOf = (title: string) => named(posts, ({ post }) => post.title === title, title).id
  const as = (name: string) => contextOf(services, memberOf(name))

  await mapConcurrently(posts, (written) => react(services, members, written))
  // One post after the other, so that replies follow their comments.
  for (const { post, author, text, replies = [] } of town.comments) {
    const { id: parent } = await addComment(as(author), { post: idOf(post), text })
    for (const reply of replies) await addComment(as(reply.author), { post: idOf(post), text: reply.text, parent })
  }
  for (const collection of town.collections) await makeCollection({ as, idOf }, collection)
  await mapConcurrently(members, (member) => follow(services, member, posts))
}

async function react(services: Services, members: readonly Member[], { id, post, author }: Written): Promise<void> {
  for (const member of members) {
    if (member === author || Math.random() > post.popularity) continue
    const context = contextOf(services, member)
    await likePost(context, { id, isLike: true, jwt: member.handle })
    if (Math.random() < WANT) await savePost(context, { post: id, list: 'want', saved: true })
    else if (Math.random() < BEEN) await savePost(context, { post: id, list: 'been', saved: true })
    if (Math.random() < TASTY) await addComment(context, { post: id, text: '', tasty: true })
  }
}

/** People who write more have more followers. */
async function follow(services: Services, member: Member, posts: readonly Written[]): Promise<void> {
  for (const { author } of posts) {
    if (author === member || Math.random() > FOLLOW) continue
    await followUser(contextOf(services, member), { handle: author.handle, follow: true })
  }
}

function named<T>(all: readonly T[], is: (one: T) => boolean, name: string): T {
  const found = all.find(is)
  if (!found) throw new Error(`The demo names ${name}, which is not there.`)
  return found
}
