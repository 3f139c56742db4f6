import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { copyTemplate } from '#tests/template-database.ts'
import { runProgram } from '../scripts/programs/run-program.ts'

test('npm run demo fills a new site with a town', async () => {
  // Half a minute on an idle machine; its pictures give way to everything else.
  test.setTimeout(900_000)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-demo-'))
  const { connectionString, remove } = await copyTemplate(process.env.TEMPLATE_URL ?? '')
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: connectionString }
  const { code, output } = await runProgram('node', ['scripts/demo.ts'], { env })
  const town = await countTown(connectionString)
  await remove()
  await rm(folder, { recursive: true })
  const [, ...counts] = output.match(
    /40 people, 250 posts about (\d+) places, (\d+) comments, (\d+) entries in 14 collections\. Log in as/,
  ) ?? [output]
  expect(counts.map(Number).map((count) => count >= 70)).toEqual([true, true, true])
  expect(code).toBe(0)
  expect(town).toMatchObject({ people: 40, posts: 250, authors: 40, collections: 14, portraits: 20 })
  // Each person follows a random quarter of the others, and hardly anyone follows no one.
  expect(town.follows).toBeGreaterThan(200)
  expect(town.following).toBeGreaterThan(35)
  expect(town.comments).toBeGreaterThanOrEqual(70)
  expect([town.replies, town.hearts, town.plans, town.shops]).toEqual([5, 6, 1, 1])
  expect(town.likes).toBeGreaterThan(250)
  // Photos of posts, by their stored size.
  expect(town.upright).toBeGreaterThan(50)
  expect(town.wide).toBeGreaterThan(50)
})

async function countTown(connectionString: string): Promise<Record<string, number>> {
  const client = new pg.Client(connectionString)
  await client.connect()
  const { rows } = await client.query(`select
    (select count(*) from accounts) as people,
    (select count(*) from image_uses where account_id is not null) as portraits,
    (select count(*) from posts) as posts, (select count(distinct account_id) from posts) as authors,
    (select count(*) from follows) as follows, (select count(distinct account_id) from follows) as following,
    (select count(*) from comments) as comments, (select count(*) from likes) as likes,
    (select count(*) from collections) as collections,
    (select count(*) from comments where thread_id is not null) as replies,
    (select count(*) from collection_hearts) as hearts, (select count(*) from collections where plan_at > now()) as plans,
    (select count(*) from collection_entries where from_shop) as shops,
    (select count(*) from image_uses join images on id = image_id where post_id is not null and height > width) as upright,
    (select count(*) from image_uses join images on id = image_id where post_id is not null and height < width) as wide`)
  await client.end()
  return Object.fromEntries(
    Object.entries(rows[0] as Record<string, string>).map(([name, count]) => [name, Number(count)]),
  )
}
