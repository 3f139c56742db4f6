import { readdir, readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { type Finding, faultFinding, okFinding, warningFinding } from './finding.ts'

/** Patroni's own default. */
const PORT = 8008

const PATIENCE_MS = 2000

/**
 * First version in which a leader that stood still cannot take back its lock later and lose what was acknowledged
 * meanwhile.
 */
const OLDEST = [4, 1] as const

/** Folder of the kernel with a folder for each watchdog. */
const WATCHDOGS = '/sys/class/watchdog'

const Node = v.object({
  role: v.optional(v.string()),
  patroni: v.object({ version: v.string(), name: v.optional(v.string()) }),
  watchdog_failed: v.optional(v.boolean()),
})

const Settings = v.object({ synchronous_mode: v.optional(v.union([v.boolean(), v.string()])) })

/** Findings from what Patroni says of itself on the machines of the database; none where it does not answer. */
export async function checkPatroni(
  { databaseUrl, databaseReadUrls }: Pick<Config, 'databaseUrl' | 'databaseReadUrls'>,
  port = PORT,
  watchdogs = WATCHDOGS,
): Promise<Finding[]> {
  const urls = databaseUrl === null ? [] : [databaseUrl, ...databaseReadUrls]
  const hosts = new Set(urls.flatMap((url) => URL.parse(url)?.hostname || []))
  const nodes = await Promise.all([...hosts].map((host) => checkNode(host, port, watchdogs)))
  return nodes.flat()
}

async function checkNode(host: string, port: number, watchdogs: string): Promise<Finding[]> {
  const origin = `http://${host}:${port}`
  const node = await ask(`${origin}/patroni`, Node)
  if (node === null) return []
  const { patroni, role, watchdog_failed } = node
  const told = `Patroni ${patroni.version} of ${host}`
  const settings = await ask(`${origin}/config`, Settings)
  const watchdog = isOwnAddress(host) ? await findWatchdog(watchdogs) : null
  const findings = [
    ...(isOld(patroni.version)
      ? [
          faultFinding(
            `${told} is older than ${OLDEST.join('.')}: a leader that stood still and wakes may lose acknowledged writes.`,
          ),
        ]
      : []),
    ...(watchdog_failed
      ? [faultFinding(`${told} has no working watchdog, which its settings require: it cannot become the primary.`)]
      : checkWatchdog(told, watchdog, role === 'primary')),
    ...(settings && !isOn(settings.synchronous_mode)
      ? [warningFinding(`${told} has synchronous_mode off: a failover may lose acknowledged writes.`)]
      : []),
  ]
  if (findings.length > 0) return findings
  if (watchdog === 'counting' && role === 'primary')
    return [okFinding(`${told} answers, and a watchdog of this machine counts.`)]
  return [okFinding(`${told} answers. Whether it requires a watchdog, it does not tell: see watchdog in its settings.`)]
}

type Watchdog = 'none' | 'idle' | 'counting'

/**
 * Findings from the state of this machine's watchdog, which the kernel tells and Patroni does not. Only that of the
 * primary has to count.
 */
function checkWatchdog(told: string, watchdog: Watchdog | null, isPrimary: boolean): Finding[] {
  if (watchdog === 'none')
    return [
      warningFinding(
        `${told} runs on this machine, which has no watchdog: nothing ends a primary whose Patroni stands still.`,
      ),
    ]
  if (watchdog === 'idle' && isPrimary)
    return [
      warningFinding(`${told} is the primary, but no watchdog of this machine counts: see watchdog in its settings.`),
    ]
  return []
}

/** null where the kernel does not say. */
async function findWatchdog(folder: string): Promise<Watchdog | null> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return null
  if (names.length === 0) return 'none'
  const states = await Promise.all(
    names.map((name) => readFile(path.join(folder, name, 'state'), 'utf8').catch(() => null)),
  )
  if (states.some((state) => state?.trim() === 'active')) return 'counting'
  return states.includes(null) ? null : 'idle'
}

function isOwnAddress(host: string): boolean {
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host))
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}

function isOn(mode: boolean | string | undefined): boolean {
  return mode === true || mode === 'on' || mode === 'quorum'
}

async function ask<Schema extends v.GenericSchema>(url: string, schema: Schema): Promise<v.InferOutput<Schema> | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
    // A standby answers 503 with the same text.
    return v.parse(schema, await response.json())
  } catch {
    return null
  }
}
