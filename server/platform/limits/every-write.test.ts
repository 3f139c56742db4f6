import { beforeAll, expect, test } from 'vitest'
import type { Mutation } from '#contract/schema.gen.ts'
import { importQuietly, shopLine, writeShopFile } from '#tests/place-files.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { subscribeBrowser } from '#tests/push-service.ts'

/** One of each kind for an account, and many for a network. */
const LIMITS = Object.fromEntries(
  ['POST', 'COMMENT', 'LIKE', 'CHANGE', 'FOLLOW', 'REPORT'].flatMap((kind) => [
    [`LIMIT_${kind}`, '1/1h'],
    [`LIMIT_${kind}_NETWORK`, '1000/1h'],
  ]),
)

const site = await openPostSite({ env: LIMITS })
let post: string
let shop: string
let place: string
let other: Person

beforeAll(async () => {
  other = await site.person()
  post = await site.post({ author: other, place_name: '을밀대', lat: 37.55, lng: 126.94 })
  place = (await site.api.getPost({ id: post })).place_id ?? ''
  await importQuietly(site.db, await writeShopFile([shopLine({ 상가업소번호: '1', 상호명: '노형국밥' })]))
  shop = (await site.api.getSearchShops({ keyword: '노형국밥' }))[0]?.id ?? ''
})

type Write = (person: Person) => Promise<object>

/** Collection whose creation counts for no limit. */
async function collection(person: Person): Promise<{ id: string }> {
  const maker = await site.person()
  const { id } = await site.api.as(maker).addCollection({ name: '모음' })
  const own = site.db.updateTable('collections').set({ account_id: person.accountId })
  await own.where('key', '=', id).execute()
  return { id }
}

async function comment(person: Person): Promise<{ id: string }> {
  const writer = await site.person()
  const { id } = await site.api.as(writer).addComment({ post, text: '글' })
  const own = site.db.updateTable('comments').set({ account_id: person.accountId })
  await own.where('id', '=', Number(id)).execute()
  return { id }
}

async function ownPost(person: Person): Promise<{ id: string }> {
  const id = await site.post()
  const own = site.db.updateTable('posts').set({ account_id: person.accountId })
  await own.where('id', '=', Number(id)).execute()
  return { id }
}

/**
 * Arguments of all writes of members. A new operation needs its line here; null: it has limits of its own with other
 * tests, or only sets an existing row to one state.
 */
const writes: Record<keyof Mutation, Write | null> = {
  signup: null,
  update: null,
  changePw: null,
  loginByPasskey: null,
  loginByCode: null,
  beginTwoStep: null,
  confirmTwoStep: null,
  renewRecoveryCodes: null,
  endTwoStep: null,
  beginProviderLogin: null,
  beginProviderLink: null,
  linkPendingLogin: null,
  unlinkLogin: null,
  addPasskey: null,
  beginPasskey: null,
  renamePasskey: async () => ({ id: '1', name: '내 휴대폰' }),
  removePasskey: null,
  remove: null,
  forgotPw: null,
  sendRecoveryMail: null,
  sendVerificationMail: null,
  verifyEmail: null,
  retryMail: null,
  logout: null,
  endSession: null,
  setLocationConsent: null,
  readNotifications: null,
  moderate: null,
  setModerationRule: null,
  setSignupMode: null,
  setRole: null,
  setSiteLook: null,
  setSitePage: null,
  addWebhook: null,
  removeWebhook: null,
  addInvitation: null,
  revokeInvitation: null,
  correctEmail: null,
  endMemberSessions: null,
  exportMember: null,
  eraseMember: null,
  dropErasure: null,
  decideShop: null,
  report: async () => ({ kind: 'post', id: await site.post(), reason: 'spam' }),
  takeBackReport: async (person) => {
    const id = await site.post()
    const about = { kind: 'post' as const, post_id: Number(id), author_id: other.accountId }
    await site.db
      .insertInto('reports')
      .values({ ...about, reporter_id: person.accountId, reason: 'spam' })
      .execute()
    return { kind: 'post', id }
  },
  tellHours: async () => ({ id: place, week_hours: [{ days: ['mon'], start_time: '09:00', end_time: '18:00' }] }),
  tellShop: async () => ({ id: shop, word: 'gone', told: true }),
  answerDecision: async ({ accountId }) => {
    const about = { account_id: accountId, kind: 'post' as const, item_id: Number(post), title: '글', reason: '광고' }
    const decision = site.db.insertInto('decisions').values({ ...about, action: 'hide' })
    return { id: String((await decision.returning('id').executeTakeFirstOrThrow()).id), text: '아니에요' }
  },
  unsubscribePush: null,
  addPost: async () => ({ title: '을밀대', contents: '냉면' }),
  editPost: async (person) => ({ ...(await ownPost(person)), title: '을밀대', contents: '냉면' }),
  deletePost: ownPost,
  followUser: async () => ({ handle: other.handle, follow: true }),
  blockUser: async () => ({ handle: other.handle, block: true }),
  addComment: async () => ({ post, text: '글' }),
  editComment: async (person) => ({ ...(await comment(person)), text: '고친 글' }),
  deleteComment: comment,
  subscribePush: async () => subscribeBrowser('https://push.services.mozilla.com').subscription,
  switchNotifications: async () => ({ kind: 'like', on: false }),
  setTastes: async () => ({ dishes: ['국밥'] }),
  switchTasteMatching: async () => ({ on: false }),
  switchWeeklyMail: async () => ({ on: false }),
  likePost: async ({ handle }) => ({ id: post, isLike: true, jwt: handle }),
  savePost: async () => ({ post, list: 'want', saved: true }),
  savePlace: async () => ({ place: shop, list: 'want', saved: true }),
  keepImported: async () => ({ id: '1', rows: [1], choices: [0] }),
  // Ends one at most, and starts none.
  dropPlaceImport: null,
  setVisits: async () => ({ place: shop, count: 1 }),
  addCollection: async () => ({ name: '모음' }),
  editCollection: async (person) => ({ ...(await collection(person)), name: '새 이름', visibility: 'public' }),
  deleteCollection: collection,
  putInCollection: async (person) => ({ ...(await collection(person)), post }),
  takeFromCollection: async (person) => ({ ...(await collection(person)), post }),
  moveInCollection: async (person) => ({ ...(await collection(person)), post, position: 1 }),
  setPlan: async (person) => ({ ...(await collection(person)), membersAdd: true }),
  setHeart: async (person) => ({ ...(await collection(person)), post, on: true }),
  leavePlan: collection,
}

const cases = Object.entries(writes).flatMap(([name, write]) => (write ? [[name, write] as const] : []))

test.each(cases)('%s is limited for each account', async (name, write) => {
  const person = await site.person()
  const codes: unknown[] = []
  for (let n = 0; n < 2; n++) {
    const { code } = await refusal(site.api.as(person).call(name, await write(person)))
    codes.push(code)
  }
  expect(codes[0]).not.toBe('RATE_LIMITED')
  expect(codes[1]).toBe('RATE_LIMITED')
  await expect(refusal(site.api.as(await site.person()).call(name, await write(person)))).resolves.not.toMatchObject({
    code: 'RATE_LIMITED',
  })
})
