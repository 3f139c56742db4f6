import { expect, test } from 'vitest'
import { READER_HEADER } from '#contract/reader-state.ts'
import { PLACE_FILE_PATH } from '#rules/place-imports.ts'
import { openPostSite, type Person } from '#tests/post-site.ts'
import { unlimited } from '#tests/unlimited.ts'

const site = await openPostSite({ env: unlimited })

test('lists and collections are files of their own member alone', async () => {
  const [person, other] = [await site.person(), await site.person()]
  const post = await site.post()
  const { id: collection } = await site.api.as(person).addCollection({ name: '주말 "맛집"', visibility: 'public' })
  await site.api.as(person).putInCollection({ id: collection, post, note: '=cmd()' })
  const fetchFile = (one: Person, name: string, headers = {}) =>
    one.client.send('GET', PLACE_FILE_PATH.replace(':name', name), null, headers)
  const file = await fetchFile(person, `${collection}.csv`)
  expect(file.text).toContain('"\'=cmd()"')
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'private, no-store',
  })
  expect((await fetchFile(other, `${collection}.csv`)).status).toBe(404)
  expect((await fetchFile(person, 'liked.csv')).status).toBe(404)
  expect((await fetchFile(person, 'want.exe')).status).toBe(404)
  expect((await site.api.fresh().send('GET', PLACE_FILE_PATH.replace(':name', 'want.csv'))).status).toBe(401)
  expect((await fetchFile(await site.person({ restricted: true }), 'want.csv')).status).toBe(403)
  expect((await fetchFile(person, 'want.csv', { [READER_HEADER]: other.handle })).status).toBe(409)
  expect((await fetchFile(person, 'want.csv', { origin: 'https://evil.example' })).status).toBe(403)
})
