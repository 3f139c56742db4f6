import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

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
