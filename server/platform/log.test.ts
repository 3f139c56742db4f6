import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog, describeError } from './log.ts'

const databaseError = (code: string, message: string) =>
  Object.assign(new Error(message), {
    severity: 'ERROR',
    code,
    detail: 'Failing row contains (7, canary@naver.com, $argon2id$…).',
    where: "unnamed portal parameter $1 = 'canary'",
    table: 'accounts',
    constraint: 'accounts_email_key_key',
    parameters: ['canary'],
  })

test('of a database error the log names table and constraint, and quotes no row', () => {
  const described = describeError(databaseError('23505', 'duplicate key value violates unique constraint'))
  expect(described).toMatchObject({ code: '23505', table: 'accounts', constraint: 'accounts_email_key_key' })
  expect(JSON.stringify(described)).not.toContain('canary')
})

test('a data exception quotes the value in its message, which is left out', () => {
  const described = describeError(databaseError('22P02', 'invalid input syntax for type integer: "canary"'))
  expect(JSON.stringify(described)).not.toContain('canary')
  expect(described.stack).toContain('log.test.ts')
})

test('causes are described in the same way', () => {
  const described = describeError(new Error('outer', { cause: databaseError('22P02', 'canary') }))
  expect(described.message).toBe('outer')
  expect(JSON.stringify(described)).not.toContain('canary')
})

test('the log does this for everything logged as an error', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  log.error({ err: databaseError('23505', 'duplicate key') }, 'operation failed')
  log.child({}).warn({ err: databaseError('23505', 'duplicate key') }, 'operation failed')
  log.error(databaseError('23505', 'duplicate key'))
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toContain('canary')
})

/**
 * Script that logs until its terminal is closed, and then writes a file into the folder. It is killed if logging never
 * returns.
 */
const LOGGING = `
  const { writeFileSync } = await import('node:fs')
  const { setTimeout: wait } = await import('node:timers/promises')
  const { Worker } = await import('node:worker_threads')
  new Worker('setTimeout(() => process.kill(process.pid, "SIGKILL"), 20_000)', { eval: true }).unref()
  const { createLog } = await import('./server/platform/log.ts')
  const log = createLog('info')
  let isClosed = !process.stdout.isTTY
  process.on('SIGHUP', () => { isClosed = true })
  writeFileSync(process.argv[1] + '/started', '')
  while (!isClosed) { log.info('a line'); await wait(10) }
  for (let n = 0; n < 10; n++) { log.info('a line'); await wait(10) }
  log.fatal('the last line')
  writeFileSync(process.argv[1] + '/ended', '')
  process.exit(0)`

// Devices and commands of Linux.
test.runIf(process.platform === 'linux').each([
  ['a full disk', `exec "$NODE" --input-type=module -e "$CODE" "$FILES" > /dev/full`],
  // `script` closes its terminal.
  [
    'a closed terminal',
    `script -qefc 'exec "$NODE" --input-type=module -e "$CODE" "$FILES"' /dev/null &
      until [ -e "$FILES/started" ]; do sleep 0.05; done; kill -9 $!; wait`,
  ],
])('a log on %s stops nothing', async (_name, command) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { PATH: '/usr/bin:/bin', NODE: process.execPath, CODE: LOGGING, FILES: folder }
  const child = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'exit')
  await vi.waitFor(() => expect(readdirSync(folder)).toContain('ended'), 30_000)
})

/**
 * Script that writes more than a pipe holds, then its number of waits and seconds into the folder, and one more line
 * once the pipe is read.
 */
const STALLED = `
  const { statSync, writeFileSync } = await import('node:fs')
  const { setTimeout: wait } = await import('node:timers/promises')
  const { createLog } = await import('./server/platform/log.ts')
  const [, folder] = process.argv
  const pause = Atomics.wait
  let waits = 0
  Atomics.wait = (...of) => { waits++; return pause.apply(Atomics, of) }
  const log = createLog('info')
  void process.stdout.isTTY
  const since = performance.now()
  for (let n = 0; n < 100; n++) log.info('a line '.repeat(1500))
  const seconds = (performance.now() - since) / 1000
  writeFileSync(folder + '/waits', JSON.stringify({ waits, seconds }))
  while (!statSync(folder + '/log', { throwIfNoEntry: false })?.size) await wait(10)
  log.info('the last line')
  process.exit(0)`

test.runIf(process.platform === 'linux')(
  'while nobody reads the log, the process waits for one line in a second and not for each; later lines are whole again',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'matnanum-log-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const env = { PATH: '/usr/bin:/bin', NODE: process.execPath, CODE: STALLED, FILES: folder }
    const reader = '{ until [ -e "$FILES/waits" ]; do sleep 0.05; done; cat > "$FILES/log"; }'
    const child = spawn('sh', ['-c', `"$NODE" --input-type=module -e "$CODE" "$FILES" | ${reader}`], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(child, 'exit')
    const { waits, seconds } = JSON.parse(readFileSync(path.join(folder, 'waits'), 'utf8'))
    expect(waits).toBeGreaterThan(0)
    expect(waits).toBeLessThanOrEqual(20 * (seconds + 1))
    const lines = readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'the last line' })
  },
)
