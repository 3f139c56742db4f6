import { type FileHandle, open } from 'node:fs/promises'

export type Block = Readonly<{
  bytes: Buffer
  firstLine: number
  end: FilePosition
}>

export type FilePosition = Readonly<{ bytes: number; lines: number }>

const NEWLINE = 0x0a

/** Bytes read at once; a longer line is not a line of a table. */
export const BLOCK_BYTES = 1024 * 1024

/**
 * Blocks end at line feeds, which are never part of another character in UTF-8 or CP949.
 * @throws {Error} for a line longer than a block
 */
export async function* readBlocks(path: string, start: FilePosition): AsyncGenerator<Block> {
  const file = await open(path)
  try {
    let { bytes: offset, lines } = start
    for (;;) {
      const bytes = await readLines(file, offset)
      if (bytes.length === 0) return
      const end = { bytes: offset + bytes.length, lines: lines + countLines(bytes) }
      yield { bytes, firstLine: lines + 1, end }
      offset = end.bytes
      lines = end.lines
    }
  } finally {
    await file.close()
  }
}

export async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    return await readFully(file, 0, length)
  } finally {
    await file.close()
  }
}

/** Complete lines of a block; the file's last line may lack its line feed. */
async function readLines(file: FileHandle, offset: number): Promise<Buffer> {
  const bytes = await readFully(file, offset, BLOCK_BYTES)
  if (bytes.length < BLOCK_BYTES) return bytes
  const last = bytes.lastIndexOf(NEWLINE)
  if (last === -1)
    throw new Error(`No line ends within ${BLOCK_BYTES} bytes after byte ${offset}: this is no CSV file.`)
  return bytes.subarray(0, last + 1)
}

async function readFully(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++
  return bytes.at(-1) === NEWLINE ? count : count + 1
}
