import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { MutationTellHoursArgs } from '#contract/schema.gen.ts'
import { placeMessages } from '#rules/places.ts'
import { weekdays } from '#rules/week.ts'
import { weekMessages } from '#rules/week-rule.ts'
import { uniqueName } from '#tests/factories.ts'
import { openPostSite, type Person, refusal } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'
import { loadHourReportsOf } from './place-hours.ts'

const site = await openPostSite({ env: unlimited })

const AT = { lat: 37.5554, lng: 126.9012 }
const all = [...weekdays]
const no = { break_start: null, break_end: null, last_order: null }
const day = { days: all, start_time: '09:00', end_time: '21:00', ...no }
const lunch = { ...day, break_start: '15:00', break_end: '17:00' }

async function place(...posts: object[]): Promise<{ id: string; people: Person[] }> {
  const place_name = uniqueName()
  const people: Person[] = []
  let post = ''
  for (const fields of posts) {
    const author = await site.person()
    people.push(author)
    post = await site.post({ author, place_name, ...AT, ...fields })
  }
  return { id: (await site.api.getPost({ id: post })).place_id ?? '', people }
}

const hoursOf = async (id: string, person?: Person) =>
  (await (person ? site.api.as(person) : site.api).getPlace({ id })).hours

const tell = async (id: string, hours: Omit<MutationTellHoursArgs, 'id'>, person?: Person) =>
  site.api.as(person ?? (await site.person())).tellHours({ id, ...hours })

test("a place's hours are what most say in posts, however they wrote it, with the number and the month", async () => {
  const { id } = await place(
    { start_time: '09:00', end_time: '21:00' },
    {
      week_hours: [
        { ...day, days: ['mon', 'tue', 'wed'] },
        { ...day, days: ['thu', 'fri', 'sat', 'sun'] },
      ],
    },
    { week_hours: [lunch] },
  )
  const month = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 7)
  expect(await hoursOf(id)).toEqual([{ week_hours: [day], closed_on: [], count: 2, month }])
})

test('closing days leave the week', async () => {
  const { id } = await place({ start_time: '09:00', end_time: '21:00', closed_on: ['mon', 'holiday'] })
  expect(await hoursOf(id)).toMatchObject([
    { week_hours: [{ ...day, days: all.slice(1) }], closed_on: ['mon', 'holiday'] },
  ])
})

test("'맞아요' counts, '달라졌어요' stands beside it until a second member agrees, and a member counts once", async () => {
  const { id, people } = await place({ week_hours: [day] })
  const [confirming, correcting] = [await site.person(), await site.person()]
  expect(await tell(id, { week_hours: [day] }, confirming)).toMatchObject([{ week_hours: [day], count: 2 }])
  expect(await tell(id, { week_hours: [day] }, confirming)).toMatchObject([{ count: 2 }])
  expect(await tell(id, { week_hours: [day] }, people[0])).toMatchObject([{ count: 2 }])
  const both = [
    { week_hours: [day], count: 2 },
    { week_hours: [lunch], count: 1 },
  ]
  expect(await tell(id, { week_hours: [lunch] }, correcting)).toMatchObject(both)
  expect(await tell(id, { week_hours: [lunch] }, correcting)).toMatchObject(both)
  expect(await hoursOf(id)).toMatchObject(both)
  const agreed = await tell(id, { week_hours: [lunch] })
  expect(agreed).toHaveLength(1)
  expect(agreed).toMatchObject([{ week_hours: [lunch], count: 2 }])
})

test('two who tell the same change at once are both counted', async () => {
  const { id } = await place({ week_hours: [day] })
  const people = [await site.person(), await site.person()]
  await Promise.all(people.map((person) => tell(id, { week_hours: [lunch] }, person)))
  expect(await hoursOf(id)).toMatchObject([{ week_hours: [lunch], count: 2 }])
})

test.each([
  [{ week_hours: [] }, weekMessages.none],
  [{ week_hours: [{ ...day, days: ['mon' as const] }], closed_on: ['mon' as const] }, weekMessages.none],
  [{ week_hours: [{ ...lunch, break_end: '14:00' }] }, weekMessages.breakWithin('mon')],
  [{ week_hours: [{ ...day, end_time: '9시' }] }, weekMessages.step('mon')],
])('%j is refused with a sentence', async (hours, message) => {
  const { id } = await place({ week_hours: [day] })
  expect(await refusal(tell(id, hours))).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ field: 'week_hours', message }],
  })
  expect(await hoursOf(id)).toMatchObject([{ count: 1 }])
})

test('hours of no place, of one whose posts one does not see, and of visitors are refused', async () => {
  const { id, people } = await place({ week_hours: [day] })
  const unknown = { code: 'NOT_FOUND', message: placeMessages.unknown }
  expect(await refusal(tell('999999', { week_hours: [day] }))).toMatchObject(unknown)
  const blocked = await site.person()
  await site.api.as(people[0] as Person).blockUser({ handle: blocked.handle, block: true })
  expect(await refusal(tell(id, { week_hours: [day] }, blocked))).toMatchObject(unknown)
  expect(await refusal(site.api.tellHours({ id, week_hours: [day] }))).toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('words of members who are blocked by the reader, suspended or gone count no more', async () => {
  const { id } = await place({ week_hours: [day] })
  const [telling, reader] = [await site.person(), await site.person()]
  await tell(id, { week_hours: [lunch] }, telling)
  const isShown = async (person?: Person) => (await hoursOf(id, person)).length === 2
  expect(await isShown(reader)).toBe(true)
  await site.api.as(reader).blockUser({ handle: telling.handle, block: true })
  expect([await isShown(reader), await isShown()]).toEqual([false, true])
  const suspend = (until: Date | null) =>
    site.db.updateTable('accounts').set({ suspended_until: until }).where('id', '=', telling.accountId).execute()
  await suspend(new Date('9999-01-01'))
  expect(await isShown()).toBe(false)
  await suspend(null)
  expect(await isShown()).toBe(true)
  const exported = await loadHourReportsOf(site.db, telling.accountId)
  expect(exported).toMatchObject([{ placeId: id, word: 'hours', week_hours: [lunch], closed_on: [] }])
  await site.api.as(telling).remove({ jwt: telling.handle })
  expect(await isShown()).toBe(false)
  const { rows } = await sql`select from hour_words where account_id = ${telling.accountId}`.execute(site.db)
  expect(rows).toEqual([])
})
