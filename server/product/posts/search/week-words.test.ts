import { beforeAll, expect, test } from 'vitest'
import { type Weekday, weekdays } from '#rules/week.ts'
import { openPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const week = (days: readonly Weekday[], more: object = {}) => ({
  week_hours: [{ days: [...days], start_time: '10:30', end_time: '22:00', ...more }],
})

beforeAll(async () => {
  const author = await site.person()
  const contents = '국밥'
  const pause = { break_start: '15:00', break_end: '17:00' }
  await site.post({ author, title: '매일 쉬는 국밥', contents, ...week(weekdays, pause) })
  await site.post({ author, title: '평일 국밥', contents, ...week(weekdays.slice(0, 5)) })
  await site.post({ author, title: '토요일까지 국밥', contents, ...week(weekdays.slice(0, 6)), closed_on: ['sun'] })
  await site.post({ author, title: '모르는 국밥', contents, start_time: '10:00', end_time: '20:00' })
})

test.each([
  ['일요일에 여는 국밥', ['매일 쉬는 국밥']],
  ['일요일에도 영업하는 국밥집', ['매일 쉬는 국밥']],
  ['토요일 하는 국밥', ['매일 쉬는 국밥', '토요일까지 국밥']],
  ['주말에 여는 국밥', ['매일 쉬는 국밥']],
  ['브레이크 없는 국밥', ['토요일까지 국밥', '평일 국밥']],
  ['브레이크 타임 없는 국밥집', ['토요일까지 국밥', '평일 국밥']],
  ['브레이크타임이 없는 곳', ['토요일까지 국밥', '평일 국밥']],
])('%j finds the posts whose week says so', async (keyword, titles) => {
  const { data } = await site.api.getSearchPosts({ keyword })
  expect(data.map(({ title }) => title).toSorted()).toEqual(titles)
})
