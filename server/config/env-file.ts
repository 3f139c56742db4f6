import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { distanceWithin, prepareLetters } from '../edit-distance.ts'
import { ConfigError, type Env } from '../env-reader.ts'

export const ENV_FILE = '.env'

/** The process's environment, plus `.env`. Nothing else reads `process.env`. */
export function readEnvironment(): Env {
  for (const [name, value] of Object.entries(readEnvFile())) process.env[name] ??= value
  // React reads it too: without it every page is rendered by the much slower development build.
  process.env.NODE_ENV ??= 'production'
  return process.env
}

/** A byte order mark, which some editors add, would become part of the first name. @throws {ConfigError} */
export function readEnvFile(): Env {
  if (!existsSync(ENV_FILE)) return {}
  try {
    return parseEnv(readFileSync(ENV_FILE, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new ConfigError([`${ENV_FILE} cannot be read: ${(error as Error).message}.`])
  }
}

/** Variables of Node, of OpenTelemetry, of the clients of PostgreSQL and AWS, and of the system are no settings of ours. */
const READ_BY_OTHERS = /^(?:NODE_\w+|OTEL_\w+|AWS_\w+|PG[A-Z]+|TZ|(?:https?|no)_proxy)$/i

/** A name in `.env` that is not known has no effect, and is probably misspelt. */
export function unknownNameWarnings(file: Env, known: ReadonlySet<string>): string[] {
  const unknown = Object.keys(file).filter((name) => !known.has(name) && !READ_BY_OTHERS.test(name))
  return unknown.map((name) => {
    const meant = nearestName(name, known)
    const advice = meant ? `did you mean ${meant}?` : '.env.example lists all settings.'
    return `${ENV_FILE} sets ${name}, which is not a setting and has no effect: ${advice}`
  })
}

/** The environment has names of other programs, so only those count that are one letter away from a setting. */
export function misspeltNameWarnings(env: Env, file: Env, known: ReadonlySet<string>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (name in file || known.has(name) || READ_BY_OTHERS.test(name) || name.length < SHORTEST_GUESSED) return []
    const meant = nearestName(name, known, 1)
    return meant ? `The environment sets ${name}, which has no effect: did you mean ${meant}?` : []
  })
}

/** PATH, HOME and the like are as near to PORT and HOST. */
const SHORTEST_GUESSED = 7

function nearestName(name: string, known: ReadonlySet<string>, limit = Math.ceil(name.length / 4)): string | undefined {
  const typed = prepareLetters(name.toUpperCase())
  const [nearest] = [...known]
    .map((other) => ({ other, distance: distanceWithin(typed, prepareLetters(other), limit) }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
  return nearest?.other
}
