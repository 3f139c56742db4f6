import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { planCalendarPath } from '#rules/paths.ts'
import type { Client } from '#tests/api.ts'
import { tomorrow } from '#tests/plan-site.ts'
import { openPostSite } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

const at = new Date(tomorrow())
const stamp = (instant: Date) => `${instant.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
const download = (client: Client, id: string) => client.send('GET', planCalendarPath(id))

/** Its lines without folding. */
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

async function planned(visibility: 'private' | 'link' = 'link') {
  const owner = await site.person()
  const api = site.api.as(owner)
  const { id } = await api.addCollection({ name: '토요일, 저녁; 뭐\\먹지', about: '늦지\n마요', visibility })
  const position = { lat: 37.5006, lng: 127.0364 }
  const address = '서울특별시 강남구 역삼동 123-4, 2층'
  const posts = [
    await site.post({ author: owner, title: '첫째 집' }),
    await site.post({ author: owner, title: `둘째 집${'가나다라'.repeat(3)}`, address, ...position }),
  ]
  for (const post of posts) await api.putInCollection({ id, post })
  return { owner, api, id, posts }
}

test('a plan is an event at the place with most hearts, whatever its texts hold', async () => {
  const { api, owner, id, posts } = await planned()
  await api.setPlan({ id, at: at.toISOString() })
  await api.setHeart({ id, post: posts[1] ?? '', on: true })
  const { status, headers, text } = await download(owner.client, id)
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="plan.ics"')
  expect(headers['cache-control']).toContain('private')
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = linesOf(text)
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(lines).toContain(`DTSTART:${stamp(at)}`)
  expect(lines).toContain(`DTEND:${stamp(new Date(at.getTime() + 7_200_000))}`)
  expect(lines).toContain(`SUMMARY:토요일\\, 저녁\\; 뭐\\\\먹지: 둘째 집${'가나다라'.repeat(3)}`)
  expect(lines.find((line) => line.startsWith('LOCATION:'))).toBe(
    `LOCATION:둘째 집${'가나다라'.repeat(3)}\\n서울특별시 강남구 역삼동 123-4\\, 2층`,
  )
  expect(lines).toContain('GEO:37.5006;127.0364')
  expect(lines.find((line) => line.startsWith('DESCRIPTION:'))).toContain('늦지\\n마요\\n1. 둘째 집')
  expect(lines.every((line) => line === '' || /^[A-Z][A-Z-]*[:;]/.test(line))).toBe(true)
})

test('a place that is closed then comes after those that are open', async () => {
  const { api, owner, id, posts } = await planned()
  await api.setPlan({ id, at: at.toISOString() })
  await api.setHeart({ id, post: posts[1] ?? '', on: true })
  const shut = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  await sql`update posts set start_time = '11:00', end_time = '22:00', closed_on = ${shut} where id = ${posts[1]}::bigint`.execute(
    site.db,
  )
  const { text } = await download(owner.client, id)
  expect(linesOf(text).find((line) => line.startsWith('SUMMARY:'))).toMatch(/첫째 집$/)
})

test('only who may read the collection gets it, and nothing without a time', async () => {
  const { api, owner, id } = await planned()
  const other = await site.person()
  const statusFor = async (client: Client, key = id) => (await download(client, key)).status
  const visitor = site.api.fresh()
  expect(await statusFor(owner.client)).toBe(404)
  await api.setPlan({ id, at: at.toISOString() })
  for (const client of [owner.client, other.client, visitor]) expect(await statusFor(client)).toBe(200)
  await api.blockUser({ handle: other.handle, block: true })
  expect(await statusFor(other.client)).toBe(404)
  await api.editCollection({ id, name: '나만', visibility: 'private' })
  expect(await statusFor(visitor)).toBe(404)
  expect(await statusFor(owner.client)).toBe(200)
  for (const unknown of ['x', 'A'.repeat(22), 'x'.repeat(90)]) expect(await statusFor(owner.client, unknown)).toBe(404)
})
