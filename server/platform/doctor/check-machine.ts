import { readFileSync, type StatsFs } from 'node:fs'
import { mkdtemp, readFile, rmdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type Config, ENV_FILE, secretNamesInEnvFile } from '../config.ts'
import { tryPort } from '../ports.ts'
import { readRelease } from '../release.ts'
import { type Finding, faultFinding, okFinding, warningFinding } from './finding.ts'

const LEAST_FILES = 1024
const PLENTY_OF_FILES = 16_384

const GB = 1024 ** 3
const LEAST_FREE = GB / 10
const PLENTY_FREE = 2 * GB

const WATCHES = 8192

export function checkVersions(): Finding[] {
  const { version, commit } = readRelease()
  const lock = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const [locked = ''] = Object.values(lock.optionalDependencies).filter((node) => /^\d+\.\d+\.\d+$/.test(node))
  const release = okFinding(`Release ${version}${commit === null ? '' : `, commit ${commit}`}.`)
  if (process.version === `v${locked}`) return [release, okFinding(`Node ${locked}.`)]
  return [release, warningFinding(`Node is ${process.version}, but this release was tested with v${locked}.`)]
}

/** @throws errors of the system */
export async function checkFolders({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const found = await stat(dataDir).catch(() => null)
  if (!found) return [warningFinding(`The data folder ${dataDir} is not there yet: the first start makes it.`)]
  const findings = [await checkWritable('The data folder', dataDir)]
  if (found.mode & 0o044) findings.push(warningFinding(`Others may list ${dataDir}: chmod 700.`))
  const key = await stat(path.join(dataDir, 'secret.key')).catch(() => null)
  if (key && key.mode & 0o077)
    findings.push(faultFinding(`Others may read the key of the site, ${dataDir}/secret.key: chmod 600.`))
  const images = path.join(dataDir, 'images')
  if (await stat(images).catch(() => null)) findings.push(await checkWritable('The picture folder', images))
  findings.push(judgeDisk('the data', dataDir, await statfs(dataDir)))
  return findings
}

export async function checkEnvFilePermissions(): Promise<Finding[]> {
  const file = await stat(ENV_FILE).catch(() => null)
  if (!file || !(file.mode & 0o004)) return []
  const [secret] = secretNamesInEnvFile()
  return secret === undefined
    ? []
    : [faultFinding(`Others may read ${ENV_FILE}, in which ${secret} holds a secret: chmod 600.`)]
}

/**
 * Checks, while the site is stopped, that its port is free. The right to listen is not checked: a supervisor may give
 * it.
 */
export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding[]> {
  const isTaken = await tryPort(host, port).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'EADDRINUSE',
  )
  if (!isTaken) return []
  return [
    faultFinding(
      `Port ${port} of ${host} is taken by another program, so the site cannot start: stop that one, or set another PORT.`,
    ),
  ]
}

async function checkWritable(what: string, folder: string): Promise<Finding> {
  try {
    await rmdir(await mkdtemp(path.join(folder, '.try-')))
    return okFinding(`${what} ${folder} can be written.`)
  } catch (error) {
    return faultFinding(`${what} ${folder} cannot be written: ${(error as Error).message}.`)
  }
}

type Disk = Pick<StatsFs, 'bavail' | 'bsize' | 'ffree' | 'files'>

/** Judges the space and the files that are left on a disk. File systems that do not count files report zero. */
export function judgeDisk(what: string, folder: string, { bavail, bsize, ffree, files }: Disk): Finding {
  const free = bavail * bsize
  const left = `${(free / GB).toFixed(1)} GB are free for ${what} in ${folder}`
  if (files > 0 && ffree < 1000) return faultFinding(`Only ${ffree} more files fit on the disk of ${folder}.`)
  if (free < LEAST_FREE) return faultFinding(`Only ${left}.`)
  return free < PLENTY_FREE ? warningFinding(`Only ${left}.`) : okFinding(`${left}.`)
}

export async function checkFileLimits(): Promise<Finding[]> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, soft = ''] = /^Max open files +(\S+)/m.exec(limits) ?? []
  const files = soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
  const findings: Finding[] = []
  if (files < LEAST_FILES)
    findings.push(
      faultFinding(`A process may open only ${soft} files: allow ${PLENTY_OF_FILES}, with ulimit -n or LimitNOFILE.`),
    )
  else if (files < PLENTY_OF_FILES)
    findings.push(
      warningFinding(
        `A process may open ${soft} files; many visitors at once need ${PLENTY_OF_FILES} (ulimit -n, LimitNOFILE).`,
      ),
    )
  else if (soft !== '') findings.push(okFinding(`A process may open ${soft} files.`))
  const watches = Number(await readFile('/proc/sys/fs/inotify/max_user_watches', 'utf8').catch(() => WATCHES))
  if (watches < WATCHES)
    findings.push(
      warningFinding(`npm run dev may watch only ${watches} files: set fs.inotify.max_user_watches to ${WATCHES}.`),
    )
  return findings
}
