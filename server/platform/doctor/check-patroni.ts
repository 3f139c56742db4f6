import * as v from 'valibot'
import type { Config } from '../config.ts'
import { type Finding, fault, fine, look } from './finding.ts'

/** Patroni's own default. */
const PORT = 8008

const PATIENCE_MS = 2000

/** Before it a leader that had stood still could take back its lock, and what was acknowledged meanwhile was lost. */
const OLDEST = [4, 1] as const

const Node = v.object({
  patroni: v.object({ version: v.string(), name: v.optional(v.string()) }),
  watchdog_failed: v.optional(v.boolean()),
})

const Settings = v.object({ synchronous_mode: v.optional(v.union([v.boolean(), v.string()])) })

/** What Patroni says of itself on the machines of the database; nothing where it does not answer. */
export async function checkPatroni(
  { databaseUrl, databaseReadUrls }: Pick<Config, 'databaseUrl' | 'databaseReadUrls'>,
  port = PORT,
): Promise<Finding[]> {
  const urls = databaseUrl === null ? [] : [databaseUrl, ...databaseReadUrls]
  const hosts = new Set(urls.flatMap((url) => URL.parse(url)?.hostname || []))
  const nodes = await Promise.all([...hosts].map((host) => checkNode(`http://${host}:${port}`)))
  return nodes.flat()
}

async function checkNode(origin: string): Promise<Finding[]> {
  const node = await ask(`${origin}/patroni`, Node)
  if (node === null) return []
  const { patroni, watchdog_failed } = node
  const told = `Patroni ${patroni.version} of ${URL.parse(origin)?.hostname}`
  const settings = await ask(`${origin}/config`, Settings)
  const findings = [
    ...(isOld(patroni.version)
      ? [
          fault(
            `${told} is older than ${OLDEST.join('.')}: a leader that stood still and wakes may lose acknowledged writes.`,
          ),
        ]
      : []),
    ...(watchdog_failed
      ? [fault(`${told} has no working watchdog, which its settings require: it cannot become the primary.`)]
      : []),
    ...(settings && !isOn(settings.synchronous_mode)
      ? [look(`${told} has synchronous_mode off: a failover may lose acknowledged writes.`)]
      : []),
  ]
  if (findings.length > 0) return findings
  return [fine(`${told} answers. Whether it requires a watchdog, it does not tell: see watchdog in its settings.`)]
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
