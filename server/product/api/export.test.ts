import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MutationAddPostArgs } from '#contract/schema.gen.ts'
import { jpegFileName } from '#rules/images.ts'
import { apiPaths } from '#rules/paths.ts'
import { FolderStore } from '#server/platform/pictures/store.ts'
import { buildPost, buildUser } from '#tests/factories.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { uploadPicture } from '#tests/image-site.ts'
import { openSite } from '#tests/site.ts'

const site = await openSite()

test('the export contains the account, its posts and comments with their pictures, its likes, and whom it follows and has blocked', async () => {
  const user = await buildUser(site.api, { username: '김하나', questionIndex: 3, questionAnswer: '통영' })
  const other = await buildUser(site.api)
  const { answer } = await uploadPicture(user.client, await smallPhoto())
  const facts: Partial<MutationAddPostArgs> = {
    kind: 'korean',
    price: 'under_1',
    dishes: [{ name: '국밥', price: 9500 }],
    closed_on: ['sun'],
    traits: ['solo'],
  }
  const post = await buildPost(site.api, {
    author: user,
    image: answer.url,
    start_time: '10:00',
    end_time: '21:30',
    ...facts,
  })
  const liked = await buildPost(site.api, { author: other, title: '남의 식당' })
  await site.api.as(user).likePost({ id: liked.id, isLike: true, jwt: user.handle })
  const { answer: ofComment } = await uploadPicture(user.client, await smallPhoto())
  await site.api.as(user).addComment({ post: liked.id, text: '또 갈래요.', image: ofComment.url })
  await site.api.as(other).addComment({ post: post.id, text: '남의 댓글' })

  const [followed, blocked] = [
    await buildUser(site.api, { username: '팔로우한이' }),
    await buildUser(site.api, { username: '차단한이' }),
  ]
  await site.api.as(user).followUser({ handle: followed.handle, follow: true })
  await site.api.as(user).blockUser({ handle: blocked.handle, block: true })
  await site.api.as(other).followUser({ handle: user.handle, follow: true })
  await site.api.as(user).update({ ...user, jwt: user.handle, about: '국밥을 좋아해요.' })
  await site.api.as(user).setTastes({ dishes: ['국밥', '냉면', '국밥'] })

  await site.api.as(user).switchNotifications({ kind: 'follow', on: false })
  await sql`insert into weekly_mails (account_id) select id from accounts where handle = ${user.handle}`.execute(
    site.db,
  )

  await sql`update accounts set created_at = now() - interval '2 days' where handle = ${followed.handle}`.execute(
    site.db,
  )
  await sql`insert into taste_matches (account_id, author_id, score)
    select me.id, a.id, 0.5 from accounts me, accounts a
    where me.handle = ${user.handle} and a.handle in (${followed.handle}, ${blocked.handle})`.execute(site.db)

  const reply = await user.client.send('GET', apiPaths.dataExport)
  expect(reply.status).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(reply.bytes.length),
    'content-disposition': 'attachment; filename="matnanum.zip"',
    'cache-control': 'private, no-store',
  })
  const files = unzip(reply.bytes)
  expect([...files.keys()]).toEqual([
    'account.json',
    'posts.json',
    'comments.json',
    'likes.json',
    'saves.json',
    'collections.json',
    'plans.json',
    'import.json',
    'notifications.json',
    'shops.json',
    'people.json',
    'moderation.json',
    `images/${answer.public_id}.jpg`,
    `images/${ofComment.public_id}.jpg`,
  ])
  expect(jsonOf(files, 'account.json')).toMatchObject({
    username: '김하나',
    about: '국밥을 좋아해요.',
    tastes: ['국밥', '냉면'],
    matchesTastes: true,
    email: user.email,
    question: '나의 고향은?',
    questionAnswer: '통영',
    sessions: [{ way: 'password' }],
  })
  expect(jsonOf(files, 'notifications.json')).toMatchObject({
    switchedOff: ['follow'],
    weeklyMail: { area: null, toldUntil: expect.any(String) },
  })
  expect(jsonOf(files, 'posts.json')).toEqual([
    expect.objectContaining({
      id: Number(post.id),
      title: post.title,
      contents: post.contents,
      start_time: '10:00',
      ...facts,
      image: `images/${answer.public_id}.jpg`,
      images: [`images/${answer.public_id}.jpg`],
      like: 0,
      comments: 1,
    }),
  ])
  expect(jsonOf(files, 'comments.json')).toEqual([
    {
      id: expect.any(Number),
      postId: Number(liked.id),
      replyTo: null,
      title: '남의 식당',
      text: '또 갈래요.',
      tasty: false,
      hidden: false,
      image: `images/${ofComment.public_id}.jpg`,
      createdAt: expect.any(String),
      editedAt: null,
    },
  ])
  expect(jsonOf(files, 'likes.json')).toEqual([
    expect.objectContaining({ postId: Number(liked.id), title: '남의 식당' }),
  ])
  expect(jsonOf(files, 'people.json')).toEqual({
    following: [{ handle: followed.handle, username: '팔로우한이', since: expect.any(String) }],
    blocked: [{ handle: blocked.handle, username: '차단한이', since: expect.any(String) }],
    alike: [{ handle: followed.handle, username: '팔로우한이' }],
  })
  const served = await site.api.fresh().send('GET', new URL(answer.url).pathname)
  expect(files.get(`images/${answer.public_id}.jpg`)).toEqual(served.bytes)
})

test('the export of a thousand posts with pictures announces its size', async () => {
  const user = await buildUser(site.api)
  const { id: accountId } = await site.db
    .selectFrom('accounts')
    .select('id')
    .where('handle', '=', user.handle)
    .executeTakeFirstOrThrow()
  await addPictures(accountId, 1000, await smallPhoto())
  await sql`
    with post as (
      insert into posts (account_id, title, contents)
      select ${accountId}::bigint, '식당', '글' from generate_series(1, 1000) returning id
    )
    insert into image_uses (post_id, image_id)
    select p.id, i.id from (select id, row_number() over () as n from post) p
    join (select id, row_number() over () as n from images where account_id = ${accountId}) i using (n)`.execute(
    site.db,
  )
  await sql`insert into post_stats (post_id) select id from posts where account_id = ${accountId}`.execute(site.db)
  const reply = await user.client.send('GET', apiPaths.dataExport)
  expect(Number(reply.headers['content-length'])).toBe(reply.bytes.length)
  const files = unzip(reply.bytes)
  expect(files.size).toBe(1012)
  expect(jsonOf(files, 'posts.json')).toHaveLength(1000)
})

test('a picture whose file is missing is left out', async () => {
  const user = await buildUser(site.api)
  const { answer } = await uploadPicture(user.client, await smallPhoto())
  await buildPost(site.api, { author: user, image: answer.url })
  await sql`update images set key = ${randomBytes(16).toString('base64url')} where key = ${answer.public_id}`.execute(
    site.db,
  )
  const files = unzip((await user.client.send('GET', apiPaths.dataExport)).bytes)
  expect([...files.keys()]).toEqual([
    'account.json',
    'posts.json',
    'comments.json',
    'likes.json',
    'saves.json',
    'collections.json',
    'plans.json',
    'import.json',
    'notifications.json',
    'shops.json',
    'people.json',
    'moderation.json',
  ])
  expect(jsonOf(files, 'posts.json')).toEqual([expect.objectContaining({ image: null })])
})

test('nobody else gets it, and no other site can request it', async () => {
  const user = await buildUser(site.api)
  expect((await site.api.fresh().send('GET', apiPaths.dataExport)).status).toBe(401)
  const crossSite = await user.client.send('GET', apiPaths.dataExport, null, { 'sec-fetch-site': 'cross-site' })
  expect(crossSite.status).toBe(403)
})

test('the eleventh export in an hour is refused', async () => {
  const user = await buildUser(site.api)
  const statuses = []
  for (let i = 0; i < 11; i++) statuses.push((await user.client.send('GET', apiPaths.dataExport)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})

async function addPictures(accountId: number, count: number, photo: Uint8Array): Promise<void> {
  const store = new FolderStore(path.join(site.config.dataDir, 'images'))
  for (let i = 0; i < count; i++) {
    const key = randomBytes(16).toString('base64url')
    await store.put(jpegFileName(key), photo)
    await sql`insert into images (key, account_id, claimed_at, width, height, bytes, placeholder)
      values (${key}, ${accountId}, now(), 64, 48, ${photo.length}, '')`.execute(site.db)
  }
}

test('the export tells no title of a post that its owner may not read any more', async () => {
  const [reader, author] = [await buildUser(site.api), await buildUser(site.api)]
  const post = await buildPost(site.api, { author, title: '카나리아집' })
  await site.api.as(reader).likePost({ id: post.id, isLike: true, jwt: reader.handle })
  await site.api.as(reader).addComment({ post: post.id, text: '또 갈래요.' })
  const read = async () => (await reader.client.send('GET', apiPaths.dataExport)).text
  expect((await read()).match(/카나리아집/g)).toHaveLength(2)
  await sql`update posts set hidden = true where id = ${post.id}`.execute(site.db)
  expect(await read()).not.toContain('카나리아집')
  await sql`update posts set hidden = false where id = ${post.id}`.execute(site.db)
  await site.api.as(author).blockUser({ handle: reader.handle, block: true })
  expect(await read()).not.toContain('카나리아집')
})

function jsonOf(files: Map<string, Buffer>, name: string): unknown {
  return JSON.parse(files.get(name)?.toString('utf8') ?? 'null')
}

function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < zip.readUInt16LE(end + 10); i++) {
    const [method, size, nameLength, extra, comment, local] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + size)
    files.set(name, method === 8 ? inflateRawSync(data) : data)
    at += 46 + nameLength + extra + comment
  }
  return files
}
