import { expect, test } from 'vitest'
import { MOST_MENTIONED } from '#rules/mentions.ts'
import { notificationText } from '#rules/notifications.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const add = (person: Person, post: string, text: string, parent?: string) =>
  site.api.as(person).addComment({ post, text, ...(parent !== undefined && { parent }) })
/** Kinds of a member's notifications with the number of people, the latest first. */
const toldOf = async (person: Person) =>
  (await site.api.as(person).getNotifications()).data.map(({ kind, actorCount }) => `${kind} ${actorCount}`)
const named = (username: string) => site.person({ username })
const namesOf = ({ mentions }: { mentions: readonly { name: string }[] }) => mentions.map(({ name }) => name)

let number = 0
/** A post by 글쓴이 with a comment of 두리 and one of 세나; the nicknames have a number, because tests share the site. */
async function people() {
  number++
  const [author, duri, sena, guest] = [
    await named(`글쓴이${number}`),
    await named(`두리${number}`),
    await named(`세나${number}`),
    await named(`손님${number}`),
  ]
  const post = await site.post({ author, title: '을지로 손칼국수' })
  const { id: ofDuri } = await add(duri, post, '두리의 댓글')
  const { id: ofSena } = await add(sena, post, '세나의 답글', ofDuri)
  return { author, duri, sena, guest, post, ofDuri, ofSena }
}

test('each is told once of a reply: whose comment it answers, who began the thread, whom it names, whose post it is', async () => {
  const { author, duri, sena, guest, post, ofSena } = await people()
  const reply = await add(guest, post, `@${sena.username} @${author.username}님 @${duri.username} 맞아요.`, ofSena)
  expect(reply.mentions).toEqual([author, duri, sena].map(({ username, handle }) => ({ name: username, handle })))
  expect(await toldOf(sena)).toEqual(['reply 1'])
  expect(await toldOf(duri)).toEqual(['reply 2'])
  expect(await toldOf(author)).toEqual(['mention 1', 'comment 2'])
  const [told] = (await site.api.as(sena).getNotifications()).data
  expect(told).toMatchObject({ post, comment: reply.id, title: '을지로 손칼국수', read: false })
  await add(guest, post, '또 답글', ofSena)
  expect(await toldOf(sena)).toEqual(['reply 1'])
  expect(await toldOf(author)).toEqual(['comment 3', 'mention 1'])
  expect(await toldOf(guest)).toEqual([])
})

test('the sentences name the post only when several people are told of', () => {
  const facts = { username: '준호', title: '을지로 손칼국수', text: '@두리 맞아요.' }
  const say = (kind: 'reply' | 'mention', actorCount: number) => notificationText({ ...facts, kind, actorCount })
  expect([say('reply', 1), say('mention', 1)]).toEqual([
    '준호 님이 답글을 남겼어요. “@두리 맞아요.”',
    '준호 님이 나를 언급했어요. “@두리 맞아요.”',
  ])
  expect([say('reply', 3), say('mention', 3)]).toEqual([
    '준호 님 외 2명이 을지로 손칼국수에 답글을 남겼어요. “@두리 맞아요.”',
    '준호 님 외 2명이 을지로 손칼국수에서 나를 언급했어요. “@두리 맞아요.”',
  ])
})

test('a comment names whoever wrote under the post, and nobody else', async () => {
  const { duri, guest, post, sena } = await people()
  const stranger = await named(`모르는 ${number}`)
  const other = await named(`다른글${number}`)
  await add(other, await site.post(), '다른 글의 댓글')
  const text = `@${duri.username} @${stranger.username} @${other.username} @${guest.username} @${sena.username}0 a@${sena.username}`
  expect(namesOf(await add(guest, post, text))).toEqual([duri.username])
  expect(await toldOf(duri)).toEqual(['mention 1', 'reply 1'])
  for (const person of [stranger, other, sena, guest]) expect(await toldOf(person)).toEqual([])
})

test('nicknames with spaces and emoji are named, and of two of one nickname one is told', async () => {
  const { author, guest, post } = await people()
  const [spaced, cook, twin, older] = [
    await named(`오늘은 면 ${number}`),
    await named(`👩‍🍳${number}🍜`),
    await named(`쌍둥이${number}`),
    await named(`쌍둥이${number}`),
  ]
  for (const person of [spaced, cook, twin, older]) await add(person, post, '저도요.')
  const names = [spaced, cook, twin].map(({ username }) => username)
  const added = await add(guest, post, names.map((name) => `@${name}`).join(' '))
  expect(namesOf(added).toSorted()).toEqual(names.toSorted())
  expect([await toldOf(spaced), await toldOf(cook)]).toEqual([['mention 1'], ['mention 1']])
  expect([await toldOf(twin), await toldOf(older)].flat()).toEqual(['mention 1'])
  expect(await toldOf(author)).toHaveLength(1)
})

test('one comment names ten members at most, each once', async () => {
  const author = await site.person()
  const post = await site.post({ author })
  const crowd: Person[] = []
  for (let n = 0; n < MOST_MENTIONED + 3; n++) {
    const person = await named(`ㄱ${String.fromCharCode(0xac00 + n)}`)
    await add(person, post, '저요')
    crowd.push(person)
  }
  const text = crowd.map(({ username }) => `@${username}`).join(' ')
  const guest = await site.person()
  expect((await add(guest, post, text)).mentions).toHaveLength(MOST_MENTIONED)
  expect((await add(guest, post, `@${crowd[0]?.username} `.repeat(50))).mentions).toHaveLength(1)
  const told = (await Promise.all(crowd.map(toldOf))).flat()
  expect(told).toHaveLength(MOST_MENTIONED)
})

test('who has blocked the writer, or is blocked by them or by the author of the post, is neither named nor told', async () => {
  const { author, duri, sena, guest, post, ofSena } = await people()
  const block = (one: Person, other: Person, block = true) =>
    site.api.as(one).blockUser({ handle: other.handle, block })
  const text = `@${duri.username} 보세요`
  for (const [one, other] of [
    [duri, guest],
    [guest, duri],
    [duri, author],
    [author, duri],
  ] as const) {
    await block(one, other)
    expect(namesOf(await add(guest, post, text, ofSena))).toEqual([])
    await block(one, other, false)
  }
  await site.api.as(duri).call('report', { kind: 'author', id: guest.handle, reason: 'spam' })
  expect(namesOf(await add(guest, post, text))).toEqual([])
  expect(await toldOf(duri)).toEqual(['reply 1'])
  // After a block neither the notification nor the link is shown.
  const named = await add(guest, post, `@${sena.username} 보세요`)
  await add(author, post, '답글', ofSena)
  expect(await toldOf(sena)).toHaveLength(2)
  const reader = await site.person()
  await block(reader, sena)
  const read = await site.api.as(reader).getComments({ post })
  expect(namesOf(read.data.find(({ id }) => id === named.id) ?? { mentions: [{ name: 'none' }] })).toEqual([])
  await block(sena, author)
  expect(await toldOf(sena)).toEqual([])
})

test('a mention leads to who was meant after they changed their nickname, and ends with them', async () => {
  const { duri, guest, post } = await people()
  const { id } = await add(guest, post, `@${duri.username} 보세요`)
  await site.db.updateTable('accounts').set({ username: '새이름' }).where('id', '=', duri.accountId).execute()
  const read = async () => (await site.api.fresh().getComments({ post })).data.find((one) => one.id === id)
  expect((await read())?.mentions).toEqual([{ name: duri.username, handle: duri.handle }])
  await site.api.as(duri).remove({ jwt: duri.handle })
  expect(await read()).toMatchObject({ text: `@${duri.username} 보세요`, mentions: [] })
})

test('an edited text names others, who are not told', async () => {
  const { duri, sena, guest, post, ofDuri } = await people()
  const { id } = await add(guest, post, '처음', ofDuri)
  const edited = await site.api.as(guest).editComment({ id, text: `@${sena.username} @${duri.username}` })
  expect(namesOf(edited).toSorted()).toEqual([duri.username, sena.username].toSorted())
  expect([await toldOf(duri), await toldOf(sena)]).toEqual([['reply 2'], []])
  expect(namesOf(await site.api.as(guest).editComment({ id, text: '없음' }))).toEqual([])
})

test('a deleted reply is told no more, and the reply before it again', async () => {
  const { duri, guest, post, ofDuri, author } = await people()
  const first = await add(guest, post, '첫 답글', ofDuri)
  await add(guest, post, '아무에게도')
  const second = await add(guest, post, '둘째 답글', ofDuri)
  const latest = async (person: Person) => (await site.api.as(person).getNotifications()).data[0]
  expect(await latest(duri)).toMatchObject({ kind: 'reply', comment: second.id })
  await site.api.as(guest).deleteComment({ id: second.id })
  expect(await latest(duri)).toMatchObject({ kind: 'reply', comment: first.id, actorCount: 2 })
  await site.api.as(guest).deleteComment({ id: first.id })
  expect(await toldOf(duri)).toEqual(['reply 1'])
  expect(await latest(author)).toMatchObject({ kind: 'comment', text: '아무에게도' })
})

test('each kind is switched off by itself; the author of the post then hears of a comment', async () => {
  const { author, duri, guest, post, ofDuri } = await people()
  const { id: ofAuthor } = await add(author, post, '글쓴이의 댓글')
  const off = (person: Person, kind: 'reply' | 'mention') =>
    site.api.as(person).switchNotifications({ kind, on: false })
  await off(duri, 'mention')
  await add(guest, post, `@${duri.username} 보세요`)
  await add(guest, post, '답글', ofDuri)
  expect(await toldOf(duri)).toEqual(['reply 2'])
  await off(author, 'reply')
  await add(guest, post, '글쓴이에게 답글', ofAuthor)
  expect((await site.api.as(author).getNotifications()).data[0]).toMatchObject({
    kind: 'comment',
    text: '글쓴이에게 답글',
  })
})

test('a reply that waits for a moderator is told to nobody', async () => {
  const { duri, guest, post, ofDuri } = await people()
  await site.db.insertInto('moderation_rules').values({ kind: 'word', value: '도박' }).execute()
  await add(guest, post, `@${duri.username} 도박`, ofDuri)
  await site.db.deleteFrom('moderation_rules').execute()
  expect(await toldOf(duri)).toEqual(['reply 1'])
})
