import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The files of a commit with its own packages, kept for the next run. @returns their folder */
export async function unpackRelease(commit: string): Promise<string> {
  const folder = path.resolve('.tmp/releases', commit)
  if (existsSync(path.join(folder, 'node_modules'))) return folder
  await mkdir(folder, { recursive: true })
  await unpack(commit, folder)
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, env: { ...process.env, NODE_ENV: 'development' } })
  return folder
}

/** Puts the files of a commit into a folder, where they find the packages of this release. */
export async function unpackSources(commit: string, folder: string): Promise<void> {
  await unpack(commit, folder)
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
}

const MIGRATIONS = 'server/platform/database/migrations/'

/** The last commit of the main line whose data this release migrates, so a release before it. */
export async function commitBeforeMigrations(): Promise<string> {
  const git = async (...args: string[]) => (await run('git', args)).stdout.trim()
  const migrationsOf = (commit: string) => git('ls-tree', '--name-only', commit, MIGRATIONS)
  const present = await migrationsOf('HEAD')
  const changes = await git('log', '--first-parent', '--format=%H', '--', MIGRATIONS)
  for (const change of changes.split('\n')) {
    const before = await git('rev-parse', `${change}^`)
    if ((await migrationsOf(before)) !== present) return before
  }
  throw new Error('git has no commit before the last migration')
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = spawn('git', ['archive', commit], { stdio: ['ignore', 'pipe', 'inherit'] })
  const unpacking = spawn('tar', ['x', '-C', folder], { stdio: [archive.stdout, 'inherit', 'inherit'] })
  const [code] = await once(unpacking, 'exit')
  if (code !== 0) throw new Error(`git has no commit ${commit}`)
}
