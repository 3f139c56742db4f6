import type { ByteRange } from '../images/store.ts'

/**
 * The single range of a `Range` header in a file of `size` bytes. null, for an invalid header or several ranges too,
 * means the whole file. 'unsatisfiable' lies outside the file.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return null
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  if (from === '' && to === '') return null
  if (from === '') return suffix(Number(to), size)
  const start = Number(from)
  if (to !== '' && Number(to) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size - 1 }
}
