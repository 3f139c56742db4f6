import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failures } from '#rules/errors.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { smallPhoto } from '../image-fixtures.ts'
import { uploadPicture } from '../image-site.ts'
import { addPerson } from '../post-site.ts'
import { type Application, childrenOf, prepareApplication } from './application.ts'

let database: TestDatabase
let application: Application

beforeAll(async () => {
  database = await freshDatabase()
  application = await prepareApplication({ env: { DATABASE_URL: database.connectionString, LOG_LEVEL: 'fatal' } })
  await application.start()
})

afterAll(async () => {
  await application.close()
  await database.drop()
})

test.skipIf(process.platform !== 'linux')(
  'an image process that is killed during an upload fails that one with a sentence, and the next one works',
  async () => {
    const { client } = await addPerson({ ...application, db: database.db })
    // A small one: beside other work an image process, which gives way to all, takes half a minute for a large one.
    const picture = await smallPhoto()
    expect((await uploadPicture(client, picture)).reply.status).toBe(200)

    const before = await storedImages()

    // Stopped processes cannot finish before they are killed.
    const first = await imageProcesses()
    expect(first.length).toBeGreaterThan(0)
    for (const pid of first) process.kill(pid, 'SIGSTOP')
    const running = uploadPicture(client, picture)
    await expect.poll(received).toEqual([picture.length])
    for (const pid of first) process.kill(pid, 'SIGKILL')
    const { reply, answer } = await running
    expect([reply.status, answer.error?.message]).toEqual([500, failures.imageUpload])
    expect(await received()).toEqual([])
    expect(await storedImages()).toBe(before)

    expect((await uploadPicture(client, picture)).reply.status).toBe(200)
    expect(first).not.toContain((await imageProcesses())[0])
  },
)

async function imageProcesses(): Promise<number[]> {
  const children = await childrenOf(application.pid)
  return children.filter(({ command }) => command.includes('image-process')).map(({ pid }) => pid)
}

async function storedImages(): Promise<number> {
  return (await database.db.selectFrom('images').select('id').execute()).length
}

/** Bytes of each upload being processed. */
async function received(): Promise<(number | undefined)[]> {
  const inbox = path.join(application.config.dataDir, 'uploads')
  const names = await readdir(inbox).catch(() => [])
  return Promise.all(names.map(async (name) => (await stat(path.join(inbox, name, 'upload')).catch(() => null))?.size))
}
