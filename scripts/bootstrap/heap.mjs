import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from './run.mjs'

const DEFAULT_MB = 384
/** A line of `.env` as Node reads it; Node 18 has no `parseEnv`. */
const LINE = /^\s*(?:export\s+)?HEAP_MB\s*=\s*(["'`]?)(\d*)\1\s*(?:#.*)?$/gm
const FILE = path.join(root, '.env')

/**
 * Heap size in megabytes: HEAP_MB of the environment, else of `.env`. server/platform/config/ checks it again and reports an
 * invalid one; until then the default is used.
 */
export function heapMb(environment = process.env, text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '') {
  const lines = [...text.replace(/^\uFEFF/, '').matchAll(LINE)]
  const value = environment.HEAP_MB ?? lines.pop()?.[2] ?? ''
  return /^[1-9]\d{2,4}$/.test(value.trim()) ? Number(value) : DEFAULT_MB
}
