import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '#server/platform/database/embedded/cluster.ts'
import type { Tools } from '#tests/faults/patroni-machine.ts'
import { ensureProgram, installDebianPackages, mayInstallPackages } from './debian.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../.tmp/patroni')
const ETCDCTL = path.join(FOLDER, 'root/usr/bin/etcdctl')

/** Debian's own Python, and the modules that Patroni imports. */
const PYTHON = '/usr/bin/python3'
const MODULES = ['psycopg2', 'yaml', 'urllib3', 'prettytable', 'psutil', 'dateutil', 'click', 'dns', 'etcd'] as const
const packageOf = (module: string) => `python3-${module === 'dns' ? 'dnspython' : module}`

/** Programs that the npm package of PostgreSQL lacks, and the libraries that they need. */
const LACKING = ['pg_basebackup', 'pg_rewind', 'pg_controldata', 'pg_isready']
const LIBRARIES =
  'libc6 libcom-err2 libkrb5support0 libk5crypto3 libkeyutils1 libzstd1 libssl3t64 libkrb5-3 libgssapi-krb5-2 libsasl2-2 libldap2 libxxhash0 liblz4-1 libpq5 zlib1g libnuma1'.split(
    ' ',
  )

const run = promisify(execFile)

/**
 * Patroni 4 and PostgreSQL 18's programs from Debian's unstable suite, etcd from the stable one, unpacked into a folder that the next
 * run finds again; where they cannot be had, the reason.
 */
export async function preparePatroni(): Promise<Tools | string> {
  const haproxy = await ensureProgram('haproxy')
  if (!(await canImport()) && mayInstallPackages()) await installDebianPackages(MODULES.map(packageOf))
  if (!existsSync(ETCDCTL) && mayInstallPackages()) {
    // An earlier version of this file may have left a folder without etcdctl.
    await rm(FOLDER, { recursive: true, force: true })
    const unfinished = `${FOLDER}.new-${process.pid}`
    const failure = await unpack(unfinished)
      .then(() => rename(unfinished, FOLDER))
      .catch((error: Error) => `Patroni and etcd cannot be had from Debian here: ${error.message.trim()}`)
      .finally(() => rm(unfinished, { recursive: true, force: true }))
    if (failure) return failure
  }
  if (!haproxy) return 'haproxy is not installed'
  if (!existsSync(ETCDCTL)) return 'Patroni and etcd can only be had on Debian, by root'
  if (!(await canImport())) return `${PYTHON} lacks one of ${MODULES.map(packageOf).join(', ')}`
  return {
    binaries: path.join(FOLDER, 'bin'),
    patroni: [PYTHON, path.join(FOLDER, 'root/usr/bin/patroni')],
    env: { PYTHONPATH: path.join(FOLDER, 'root/usr/lib/python3/dist-packages') },
    etcd: path.join(FOLDER, 'root/usr/bin/etcd'),
    etcdctl: ETCDCTL,
    haproxy,
  }
}

function canImport(): Promise<boolean> {
  return run(PYTHON, ['-c', `import ${MODULES.join()}`]).then(
    () => true,
    () => false,
  )
}

async function unpack(folder: string): Promise<void> {
  const [root, bin, downloads] = [path.join(folder, 'root'), path.join(folder, 'bin'), path.join(folder, 'downloads')]
  for (const one of [root, bin, downloads]) await mkdir(one, { recursive: true })
  await run('apt-get', ['-qq', 'download', 'etcd-server', 'etcd-client'], { cwd: downloads })
  const unstable = await aptOf(folder, 'sid')
  await run('apt-get', [...unstable, '-qq', 'update'])
  const packages = ['patroni', 'postgresql-18', 'postgresql-client-18', ...LIBRARIES]
  await run('apt-get', [...unstable, '-qq', 'download', ...packages], { cwd: downloads })
  for (const file of await readdir(downloads)) await run('dpkg', ['-x', path.join(downloads, file), root])
  await rm(downloads, { recursive: true })

  const native = path.dirname(findPostgres().postgres)
  for (const name of ['postgres', 'initdb', 'pg_ctl']) await symlink(path.join(native, name), path.join(bin, name))
  // These programs need a newer C library than the machine's.
  const libraries = path.join(FOLDER, 'root/usr/lib/x86_64-linux-gnu')
  for (const name of LACKING) {
    const program = path.join(FOLDER, 'root/usr/lib/postgresql/18/bin', name)
    const command = `exec ${libraries}/ld-linux-x86-64.so.2 --library-path ${libraries} ${program} "$@"`
    await writeFile(path.join(bin, name), `#!/bin/sh\n${command}\n`)
    await chmod(path.join(bin, name), 0o755)
  }
}

/** Options of apt-get for that suite alone, with lists of their own: the machine's stay as they are. */
async function aptOf(folder: string, suite: string): Promise<string[]> {
  const [lists, sources, status] = [
    path.join(folder, 'lists'),
    path.join(folder, 'sources'),
    path.join(folder, 'status'),
  ]
  await mkdir(path.join(lists, 'partial'), { recursive: true })
  await writeFile(sources, `deb http://deb.debian.org/debian ${suite} main\n`)
  await writeFile(status, '')
  return [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${lists}`,
    `Dir::State::status=${status}`,
    `Dir::Cache=${path.join(folder, 'cache')}`,
    // A mirror that lags serves a list past its time; these packages are only tried here.
    'Acquire::Check-Valid-Until=false',
  ].flatMap((option) => ['-o', option])
}
