import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive } from '#server/platform/database/embedded/cluster.ts'
import type { Person } from '../post-site.ts'
import { type Application, postmasterPid } from './application.ts'
import { type Crowd, startCrowd } from './crowd.ts'
import { type Ledger, NO_DAMAGE } from './ledger.ts'
import { addPost } from './load.ts'
import { measuresFaults, recordFigures, rounds, secondsOf, writesOf } from './table.ts'

const ROUNDS = rounds(2, 10)
const WRITERS = 1000
const PEOPLE = 100

let crowd: Crowd
let application: Application
let ledger: Ledger
let people: Person[]

beforeAll(async () => {
  crowd = await startCrowd(PEOPLE, { LOG_LEVEL: 'error' })
  ;({ application, ledger, people } = crowd)
})

afterAll(() => crowd.close())

test('kill -9 during a thousand simultaneous posts loses nothing that was acknowledged and leaves nothing half-written', async () => {
  const ordinary = measuresFaults ? await restart() : 0
  let seconds = 0
  for (let round = 0; round < ROUNDS; round++) {
    const before = ledger.sizes
    await killAfter(randomInt(1, WRITERS / 2))
    expect(ledger.sizes.posts).toBeGreaterThan(before.posts)
    seconds = Math.max(seconds, await secondsOf(application.start))
    const damage = await ledger.findDamage(await application.openDatabase())
    if (round === ROUNDS - 1) {
      const done = `kill -9 while ${WRITERS} posts were added at once, ${ROUNDS} times; until it was ready`
      recordFigures({ fault: 'R1', done, ...writesOf(ledger, damage), seconds, ordinary })
    }
    expect(damage).toEqual(NO_DAMAGE)
    // The application works, and new acknowledgements count too.
    await writePost(application, people[0] as Person)
  }
  expect(ledger.sizes.likes).toBeGreaterThan(0)
})

test('the database does not stay behind', async () => {
  const database = await postmasterPid(application.config.dataDir)
  await application.kill()
  await expect.poll(() => isAlive(database)).toBe(false)
  await application.start()
  expect(await ledger.findDamage(await application.openDatabase())).toEqual(NO_DAMAGE)
})

/**
 * A thousand requests at once add a post and like it; the application is killed as soon as that many posts are
 * acknowledged.
 */
async function killAfter(acknowledged: number): Promise<void> {
  let seen = 0
  let killing: Promise<void> | undefined
  const write = async (person: Person) => {
    const id = await addPost(application.api, person, ledger)
    seen += 1
    if (seen === acknowledged) killing = application.kill()
    await like(person, id)
  }
  const writers = Array.from({ length: WRITERS }, (_, index) => write(people[index % PEOPLE] as Person))
  await Promise.allSettled(writers)
  await (killing ?? application.kill())
}

async function restart(): Promise<number> {
  await application.stop()
  return secondsOf(application.start)
}

async function writePost({ api }: Application, person: Person): Promise<void> {
  await like(person, await addPost(api, person, ledger))
}

async function like(person: Person, id: string): Promise<void> {
  await application.api.as(person).likePost({ id, isLike: true, jwt: person.handle })
  ledger.like(id, person.accountId)
}
