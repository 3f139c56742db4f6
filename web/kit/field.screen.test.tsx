import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { reportReasons } from '#rules/moderation.ts'
import { homeAnswers, profileAnswers, twoStepOff } from '#tests/fake-account.ts'
import { collection, collectionEntry, collectionPage } from '#tests/fake-collections.ts'
import { answerComments, ownComment } from '#tests/fake-comments.ts'
import { answersBesidePost, fullPost } from '#tests/fake-posts.ts'
import { meAnswers } from '#tests/fake-saves.ts'
import { fillSilently } from '#tests/screens/fill-silently.ts'
import { type Answers, openScreen, type Screen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'

const sent = (screen: Screen, operation: string) =>
  expect.poll(() => screen.asked.find(({ name }) => name === operation)?.variables)

const dialog = page.getByRole('dialog')
const menuEntry = (name: string) => page.getByRole('button', { name, exact: true })

test('a collection is made as it was filled in without events', async () => {
  const api: Answers = {
    ...meAnswers,
    addCollection: ({ name }) => collection('c1', { name }),
    getCollection: collectionPage('c1', []),
  }
  const screen = await openScreen('/me', { viewer, api })
  await page.getByRole('button', { name: '새 모음' }).click()
  await expect.element(dialog.getByLabelText('이름')).toBeVisible()
  fillSilently([
    [dialog.getByLabelText('이름'), '비 오는 날'],
    [dialog.getByLabelText('소개'), '국물이 있는 곳'],
  ])
  await dialog.getByRole('button', { name: '만들기' }).click()
  await sent(screen, 'addCollection').toMatchObject({ name: '비 오는 날', about: '국물이 있는 곳' })
})

test('a report is sent as it was filled in without events', async () => {
  const api: Answers = { ...homeAnswers, ...answersBesidePost, getPost: fullPost({ id: '1' }), report: { count: 1 } }
  const screen = await openScreen('/post/1', { viewer, posts: { 1: {} }, api })
  await menuEntry('이 글 메뉴').click()
  await menuEntry('신고').click()
  await dialog.getByLabelText(reportReasons.other).click()
  fillSilently([[dialog.getByRole('textbox'), '다른 가게의 사진이에요.']])
  await dialog.getByRole('button', { name: '신고하기' }).click()
  await sent(screen, 'report').toMatchObject({ reason: 'other', text: '다른 가게의 사진이에요.' })
})

test('a comment is changed as it was filled in without events', async () => {
  const api: Answers = {
    ...answersBesidePost,
    getPost: fullPost({ id: '1' }),
    ...answerComments([ownComment('1', { text: '먼저 쓴 글' })]),
  }
  const screen = await openScreen('/post/1', { viewer, posts: { 1: {} }, api })
  const row = page.getByRole('listitem').filter({ hasText: '먼저 쓴 글' })
  await row.getByRole('button', { name: '님 댓글 메뉴' }).click()
  await row.getByRole('button', { name: '수정' }).click()
  fillSilently([[page.getByRole('textbox', { name: '댓글 수정' }), '고쳐 쓴 글']])
  await page.getByRole('button', { name: '저장', exact: true }).click()
  await sent(screen, 'editComment').toMatchObject({ text: '고쳐 쓴 글' })
})

test('an answer to a decision is sent as it was filled in without events', async () => {
  const decision = {
    id: '1',
    kind: 'post' as const,
    item: '1',
    action: 'hide',
    title: '을밀대',
    reason: '광고예요.',
    until: null,
    at: '2026-11-01T00:00:00Z',
    undone: false,
    answer: null,
    answerable: true,
  }
  const api: Answers = { ...profileAnswers, getDecisions: [decision], answerDecision: { count: 1 } }
  const screen = await openScreen('/account/profile', { viewer, api })
  const form = page.getByRole('listitem').filter({ hasText: '을밀대' })
  await expect.element(form.getByRole('textbox')).toBeVisible()
  fillSilently([[form.getByRole('textbox'), '광고가 아니에요.']])
  await form.getByRole('button', { name: '답변 보내기' }).click()
  await sent(screen, 'answerDecision').toEqual({ id: '1', text: '광고가 아니에요.' })
})

test('a plan is set as it was filled in without events', async () => {
  const fields = { mine: true, visibility: 'link' as const, name: '토요일' }
  const api: Answers = {
    getCollection: () => collectionPage('c1', [collectionEntry('1', '을밀대')], fields),
    getCollections: [],
    setPlan: { id: 'c1', planAt: null, planHolidays: [], planFrom: null, membersAdd: false },
  }
  const screen = await openScreen('/collection/c1', { viewer, api })
  await menuEntry('날짜와 시간 정하기').click()
  await expect.element(dialog.getByLabelText('날짜')).toBeVisible()
  fillSilently([
    [dialog.getByLabelText('날짜'), '2026-12-05'],
    [dialog.getByLabelText('시간'), '19:00'],
  ])
  await dialog.getByRole('button', { name: '저장' }).click()
  await sent(screen, 'setPlan').toMatchObject({ at: '2026-12-05T19:00' })
})

test('a rule of moderation is added as it was filled in without events', async () => {
  const api: Answers = {
    getReports: { data: [], nextCursor: null },
    getToldShops: [],
    getRelease: '1',
    getTwoStep: twoStepOff,
    getModerationRules: { signup: 'open', words: [], domains: [], networks: [] },
    setModerationRule: { count: 1 },
  }
  const screen = await openScreen('/admin?tab=rules', { viewer, api })
  await expect.element(page.getByRole('textbox').first()).toBeVisible()
  fillSilently([[page.getByRole('textbox').first(), '광고']])
  await page.getByRole('button', { name: '추가' }).first().click()
  await sent(screen, 'setModerationRule').toMatchObject({ value: '광고', on: true })
})
