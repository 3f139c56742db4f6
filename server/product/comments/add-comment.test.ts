import { expect, test } from 'vitest'
import { commentMessages, TASTY_TOO_TEXT } from '#rules/comment.ts'
import { errorMessages, serverFailureMessages } from '#rules/errors.ts'
import { openPostSite, refusal, startPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const textsOf = async (post: string) => (await site.api.fresh().getComments({ post })).data.map(({ text }) => text)
const numberOf = async (id: string) => (await site.api.as(await site.person()).getPost({ id })).comments

test('a comment is shown newest first with its author and picture, and counted on its post', async () => {
  const [author, guest] = [await site.person(), await site.person({ username: '오늘은면' })]
  const post = await site.post({ author })
  const image = await site.picture(guest)
  await site.api.as(author).addComment({ post, text: '평일에 오세요.' })
  const added = await site.api.as(guest).addComment({ post, text: '  면이 두툼해요. ', image })
  expect(added).toMatchObject({
    post,
    text: '면이 두툼해요.',
    tasty: false,
    edited: false,
    mine: true,
    removable: true,
    image: { url: image, info: { width: expect.any(Number), height: expect.any(Number) } },
    author: { handle: guest.handle, username: '오늘은면' },
  })
  const list = await site.api.as(author).getComments({ post })
  expect(list.data.map(({ text, mine, removable }) => [text, mine, removable])).toEqual([
    ['면이 두툼해요.', false, true],
    ['평일에 오세요.', true, true],
  ])
  expect(await numberOf(post)).toBe(2)
  const listed = await site.api.as(guest).getPosts({})
  expect(listed.data.find(({ id }) => id === post)).toMatchObject({ comments: 2 })
})

test('a text has 1 to 200 code points, and may be left out only by who says that it is tasty', async () => {
  const guest = await site.person()
  const api = site.api.as(guest)
  const post = await site.post()
  await api.addComment({ post, text: '🍜'.repeat(200) })
  const refused = { code: 'BAD_USER_INPUT', message: commentMessages.long }
  expect(await refusal(api.addComment({ post, text: '가'.repeat(201) }))).toMatchObject(refused)
  const empty = { code: 'BAD_USER_INPUT', message: commentMessages.empty }
  const image = await site.picture(guest)
  for (const args of [{}, { tasty: false }, { image }, { tasty: true, image }]) {
    expect(await refusal(api.addComment({ post, text: ' \u200b\n', ...args }))).toMatchObject(empty)
  }
  expect(await api.addComment({ post, text: '국밥\0' })).toMatchObject({ text: '국밥' })
  expect(await api.addComment({ post, text: '', tasty: true })).toMatchObject({ text: '', tasty: true })
  expect(await numberOf(post)).toBe(3)
})

test(`'${TASTY_TOO_TEXT}' counts once for each person, however often and however it is said`, async () => {
  const [one, other] = [await site.person(), await site.person()]
  const post = await site.post()
  const tasty = { post, text: '', tasty: true }
  const ids = await Promise.all(Array.from({ length: 10 }, () => site.api.as(one).addComment(tasty)))
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
  expect(await site.api.as(one).addComment({ post, text: '또 갈래요.', tasty: true })).toMatchObject({ tasty: false })
  await site.api.as(other).addComment({ post, text: '진짜 맛있어요.', tasty: true })
  expect(await site.api.as(one).getComments({ post })).toMatchObject({
    tastyCount: 2,
    tastyAuthors: [{ handle: other.handle }, { handle: one.handle }],
  })
  expect(await numberOf(post)).toBe(3)
})

test('requests with the same key add one comment, also at once; other contents are refused', async () => {
  const guest = await site.person()
  const [post, another] = [await site.post(), await site.post()]
  const image = await site.picture(guest)
  const args = { post, text: '두 번 눌렀어요.', image, key: 'ㅋ'.repeat(100) }
  const added = await Promise.all(Array.from({ length: 10 }, () => site.api.as(guest).addComment(args)))
  expect(new Set(added.map(({ id }) => id)).size).toBe(1)
  expect(await textsOf(post)).toEqual(['두 번 눌렀어요.'])
  const conflict = { code: 'CONFLICT', message: serverFailureMessages.usedKey }
  for (const other of [{ text: '다른 말' }, { post: another }, { image: null }]) {
    expect(await refusal(site.api.as(guest).addComment({ ...args, ...other }))).toMatchObject(conflict)
  }
  const headers = { 'idempotency-key': 'one for all tables' }
  await site.api.as(guest).addComment({ post, text: '머리말의 열쇠' }, headers)
  expect(await refusal(site.api.as(guest).addPost({ title: '을밀대', contents: '냉면' }, headers))).toMatchObject(
    conflict,
  )
  expect(
    await site.api
      .as(await site.person())
      .addComment(args)
      .catch(({ code }) => code),
  ).toBe('BAD_USER_INPUT')
})

test('a refused comment keeps neither its picture nor its key', async () => {
  const guest = await site.person()
  const post = await site.post()
  const foreign = await site.picture(await site.person())
  const args = { post, text: '남의 사진', image: foreign, key: 'key' }
  expect(await refusal(site.api.as(guest).addComment(args))).toMatchObject({
    message: serverFailureMessages.foreignImage,
  })
  expect(await site.api.as(guest).addComment({ ...args, image: null })).toMatchObject({ text: '남의 사진' })
})

test('a post that is missing has no comments', async () => {
  const api = site.api.as(await site.person())
  const missing = { code: 'NOT_FOUND', message: errorMessages.NOT_FOUND }
  for (const post of ['999999999', '0', 'abc']) {
    expect(await refusal(api.addComment({ post, text: '어디예요?' }))).toEqual(missing)
    expect(await refusal(api.getComments({ post }))).toEqual(missing)
  }
})

test('an edited comment says so, keeps its picture, and follows the same rules', async () => {
  const guest = await site.person()
  const api = site.api.as(guest)
  const post = await site.post()
  const { id, image } = await api.addComment({ post, text: '처음 글', image: await site.picture(guest) })
  expect(await api.editComment({ id, text: '고친 글' })).toMatchObject({ id, text: '고친 글', edited: true, image })
  expect(await refusal(api.editComment({ id, text: '' }))).toMatchObject({ message: commentMessages.empty })
  expect(await refusal(api.editComment({ id, text: '가'.repeat(201) }))).toMatchObject({
    message: commentMessages.long,
  })
  const tasty = await api.addComment({ post, text: '맛있어요.', tasty: true })
  expect(await api.editComment({ id: tasty.id, text: '' })).toMatchObject({ text: '', tasty: true })
  expect(await textsOf(post)).toEqual(['', '고친 글'])
})

test('who writes too many comments is told to wait, and so is their network', async () => {
  const limited = await startPostSite({ env: { LIMIT_COMMENT: '3/1h', LIMIT_COMMENT_NETWORK: '5/1h' } })
  try {
    const post = await limited.post()
    const outcomes = []
    for (const person of [await limited.person(), await limited.person(), await limited.person()]) {
      for (let n = 0; n < 4; n++) {
        const added = limited.api.as(person).addComment({ post, text: `${n}` })
        outcomes.push(
          await added.then(
            () => 'added',
            ({ code }) => code,
          ),
        )
      }
    }
    expect(outcomes.slice(0, 4)).toEqual(['added', 'added', 'added', 'RATE_LIMITED'])
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(5)
  } finally {
    await limited.close()
  }
})
