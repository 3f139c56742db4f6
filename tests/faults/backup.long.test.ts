import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { verifyBackup } from '#server/platform/backup/read-backup.ts'
import { backupAt } from '../archives.ts'
import { addPerson } from '../post-site.ts'
import { type Application, COMMAND_ENV, prepareApplication } from './application.ts'
import { Ledger, NO_DAMAGE } from './ledger.ts'
import { startLoad } from './load.ts'
import { canHaveSmallDisk, onSmallDisk } from './small-disk.ts'
import { recordFigures, writesOf } from './table.ts'

const ends: (() => unknown)[] = []

afterEach(async () => {
  for (let end = ends.pop(); end; end = ends.pop()) await end()
})

type Command = { file?: string; dataDir: string; wrap?: string[]; env?: Record<string, string> }

/** `npm run backup` and its like, as a process of its own. */
function run(name: 'backup' | 'doctor' | 'restore', { file, dataDir, wrap = [], env: more = {} }: Command) {
  const [command = '', ...args] = [
    ...wrap,
    process.execPath,
    path.resolve(`scripts/${name}.ts`),
    ...(file === undefined ? [] : [file]),
  ]
  const env = { ...COMMAND_ENV, DATA_DIR: dataDir, BUNDLED_PLACES: 'off', ...more }
  const child = spawn(command, args, { env, cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], output, errors]) => ({ code, signal, output, errors }),
  )
  return { child, ended }
}

async function start(env: Record<string, string> = {}): Promise<Application> {
  const application = await prepareApplication({ env: { LOG_LEVEL: 'fatal', ...env } })
  ends.push(() => application.close())
  return application
}

test('backup and restore of the embedded database: under load, killed, on a full disk, and on another machine', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-backup-'))
  ends.push(() => rm(folder, { recursive: true }))
  const [application, other] = [await start(), await start()]
  await application.start()
  const { dataDir } = application.config
  const db = await application.openDatabase()
  const people = await Promise.all([1, 2, 3].map(() => addPerson({ ...application, db })))
  // Compression does not make these smaller.
  await sql`insert into place_lookups (provider, query, answer) select 'kakao', n::text,
      to_jsonb(array(select gen_random_uuid() from generate_series(1, 50 + n % 2))) from generate_series(1, 4000) n`.execute(
    db,
  )
  const ledger = new Ledger(path.join(folder, 'ledger'))
  ends.push(() => ledger.close())
  const load = startLoad(application, people, ledger)
  await expect.poll(() => ledger.sizes.posts).toBeGreaterThan(5)

  for (const pause of [700, 1000, 1300]) {
    const file = path.join(folder, `killed-${pause}`)
    const { child, ended } = run('backup', { file, dataDir })
    await wait(pause)
    child.kill('SIGKILL')
    await ended
    if (await stat(file).catch(() => null)) await verifyBackup(backupAt(file))
  }
  expect((await load.stop()).other).toEqual([])
  const file = path.join(folder, 'site.tar.zst')
  const made = await run('backup', { file, dataDir }).ended
  expect(made).toMatchObject({ code: 0, errors: '' })
  expect(made.output).toMatch(
    /site\.tar\.zst: \d+ rows and 0 pictures\. It holds the key of the site: keep it private\./,
  )
  await application.kill()

  const half = path.join(folder, 'half')
  const { child, ended } = run('restore', { file, dataDir: half })
  const isMarked = async () => (await readdir(half).catch((): string[] => [])).includes('restore.unfinished')
  await expect.poll(isMarked).toBe(true)
  child.kill('SIGKILL')
  await ended
  const broken = await start({ DATA_DIR: half })
  await expect(broken.start()).rejects.toThrow(/A restore into the data folder .+ is not complete/)

  await rm(other.config.dataDir, { recursive: true })
  const restored = await run('restore', { file, dataDir: other.config.dataDir }).ended
  expect(restored).toMatchObject({ code: 0, errors: '' })
  expect(restored.output).toMatch(/^Restored into .+ rows and 0 pictures of .+, all compared\.$/m)
  const examine = () => run('doctor', { dataDir: other.config.dataDir, env: { PORT: String(other.config.port) } }).ended
  expect(await examine()).toMatchObject({
    code: 0,
    output: expect.stringContaining('No site is running with this database, so'),
  })
  await other.start()
  expect(await examine()).toMatchObject({
    code: 0,
    output: expect.stringContaining('with the posts of this database'),
  })
  const damage = await ledger.findDamage(await other.openDatabase())
  const done = 'three backups killed under load, one made, the site killed, a restore killed, a restore elsewhere'
  recordFigures({ fault: 'R20', done, ...writesOf(ledger, damage) })
  expect(damage).toEqual(NO_DAMAGE)

  if (!(await canHaveSmallDisk())) return
  const disk = path.join(folder, 'disk')
  const wrap = ['sh', '-c', 'mkdir -p "$0" && exec "$@"', disk, ...onSmallDisk(1)(disk)]
  const full = await run('backup', { file: path.join(disk, '1'), dataDir: other.config.dataDir, wrap }).ended
  expect(full).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/was not made: the disk is full \(ENOSPC: no space left on device, write\)\.\n$/),
  })
})
