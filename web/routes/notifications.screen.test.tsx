import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { notificationMessages } from '#rules/notifications.ts'
import { author, notification } from '#tests/fake-people.ts'
import { answersBesidePost, fullPost, postPage } from '#tests/fake-posts.ts'
import { findFaultsInBothThemes } from '#tests/screens/judge.ts'
import { type Answers, openScreen } from '#tests/screens/open-screen.tsx'
import { viewer } from '#tests/viewer.ts'
import type { Notification } from '../notifications/notifications-query.ts'

const rows = () => [...document.querySelectorAll('main li')].map(({ textContent }) => textContent)
const listOf = (...data: Notification[]): Answers => ({ getNotifications: { data, nextCursor: null } })

test('an empty list says what will come, and leads to the settings', async () => {
  await openScreen('/notifications', { viewer, api: listOf() })
  await expect.element(page.getByText(notificationMessages.empty)).toBeVisible()
  const settings = page.getByRole('link', { name: '알림 설정' })
  await expect.element(settings).toHaveAttribute('href', '/account/profile#notifications')
})

test('no face is blank, not of what the site tells either', async () => {
  const told = notification('2', '', { kind: 'moderation', actors: [], actorCount: 0, post: null })
  await openScreen('/notifications', { viewer, api: listOf(told, notification('1', '오늘은면')) })
  const faces = [...document.querySelectorAll('main .avatar')]
  expect(faces.map((face) => face.querySelector('svg')?.checkVisibility() ?? face.textContent)).toEqual([true, '오'])
})

test('a new post of somebody who is followed is told of, and leads there', async () => {
  const news = notification('1', '오늘은면', { kind: 'post', title: '새로 연 국숫집', post: '7' })
  await openScreen('/notifications', { viewer, unread: 1, api: listOf(news) })
  expect(rows()).toEqual([expect.stringMatching(/오늘은면 님이 새 글을 올렸어요. 새로 연 국숫집.*새 알림/)])
  const link = page.getByRole('main').getByRole('link', { name: /새로 연 국숫집/ })
  await expect.element(link).toHaveAttribute('href', '/post/7')
})

test('a name leads to that person, and the rest of its row to the post, by touch and by key', async () => {
  const liked = notification('2', '오늘은면')
  const said = notification('1', '오늘은면', { kind: 'comment', comment: '5', text: '겉절이까지 다 먹고 왔어요.' })
  const name = page.getByRole('link', { name: '오늘은면', exact: true }).first()
  const pressCorner = async () => {
    const row = document.querySelector('main li') as HTMLElement
    const { width, height } = row.getBoundingClientRect()
    await userEvent.click(row, { position: { x: width - 8, y: height - 8 } })
  }
  const pressName = async () => {
    name.element().focus()
    await userEvent.keyboard('{Enter}')
  }
  const pressRow = async () => {
    name.element().focus()
    await userEvent.keyboard('{Tab}')
    await userEvent.keyboard('{Enter}')
  }
  for (const [open, url] of [
    [() => name.click(), '/u/오늘은면'],
    [pressCorner, '/post/1'],
    [pressName, '/u/오늘은면'],
    [pressRow, '/post/1'],
  ] as const) {
    const screen = await openScreen('/notifications', {
      viewer,
      unread: 2,
      api: {
        ...listOf(liked, said),
        ...answersBesidePost,
        getPost: fullPost({ id: '1' }),
        getAuthor: author('오늘은면'),
        getPosts: postPage([]),
        getCollections: [],
        readNotifications: { count: 2 },
      },
    })
    expect(rows()).toHaveLength(2)
    await open()
    await expect.poll(() => decodeURI(screen.url)).toBe(url)
    await expect.element(page.getByRole('heading', { level: 1, name: '알림' })).not.toBeInTheDocument()
    // An opened notification counts as read.
    expect(screen.asked).toContainEqual({ name: 'readNotifications', variables: { upTo: '2' } })
  }
})

test('notifications can be used with all senses and in both themes', async () => {
  const longName = '빵지도그리는사람의긴이름'
  const list = listOf(
    notification('4', longName, { kind: 'comment', comment: '9', text: '', title: '연희 손만두' }),
    notification('3', longName, { title: 'Cafe 7' }),
    notification('2', longName, { title: '골목 김치찌개', read: true }),
    notification('1', longName, { title: '연희 손만두', read: true }),
  )
  for (const width of [360, 1280] as const) {
    await openScreen('/notifications', { viewer, unread: 2, api: list, width })
    expect(rows()).toEqual(
      [/연희 손만두가 맛있었대요/, /Cafe 7을 좋아해요/, /골목 김치찌개를 좋아해요/, /연희 손만두를 좋아해요/].map(
        (text) => expect.stringMatching(text),
      ),
    )
    expect(await findFaultsInBothThemes()).toEqual([])
  }
})
