import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/database.ts'
import { smallPhoto } from '#tests/image-fixtures.ts'
import { type ImageSite, startImageSite, uploadPicture } from '#tests/image-site.ts'
import { requestBeforeCommit } from '#tests/uncommitted.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let site: ImageSite

beforeAll(async () => {
  database = await freshDatabase()
  site = await startImageSite(database.db)
})
afterAll(async () => {
  await site.close()
  await database.drop()
})

test('the purge of unclaimed pictures waits for a claim that is being committed, and keeps its files', async () => {
  const browser = site.browser()
  const { answer } = await uploadPicture(browser, await smallPhoto())
  const { id } = await site.db
    .selectFrom('images')
    .select('id')
    .where('key', '=', answer.public_id)
    .executeTakeFirstOrThrow()
  const before = await site.state()
  const claimant = { uploader: browser.cookies.get('uid') ?? null, accountId: null }
  await requestBeforeCommit(
    site.db,
    (tx) => site.images.claim(tx, [answer.url], claimant),
    () => site.images.deleteQueued([id]),
  )
  expect(await site.state()).toEqual(before)
})
