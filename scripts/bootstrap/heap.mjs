import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from './run.mjs'

const DEFAULT_MB = 384

/**
 * Heap size in megabytes: HEAP_MB of the environment, else of `.env`. server/config/ checks it again and reports an
 * invalid one; until then the default is used. Node 20 can read such a file only since 20.12.
 */
export function heapMb(environment = process.env, text = readEnvFile()) {
  const lines = [...text.matchAll(/^[\s\uFEFF]*(?:export\s+)?HEAP_MB\s*=\s*(["'`]?)\s*(\d+)\s*\1\s*(?:#.*)?$/gm)]
  const value = environment.HEAP_MB ?? lines.at(-1)?.[2] ?? ''
  return /^[1-9]\d{2,4}$/.test(value.trim()) ? Number(value) : DEFAULT_MB
}

function readEnvFile() {
  try {
    return readFileSync(path.join(root, '.env'), 'utf8')
  } catch {
    return ''
  }
}
