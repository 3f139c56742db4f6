import { type FileHandle, open } from 'node:fs/promises'

export type FileBlock = Readonly<{
  bytes: Buffer
  firstLine: number
  end: FilePosition
  /** Whether its only line is longer than a block, and was therefore not read. */
  isTooLong: boolean
}>

export type FilePosition = Readonly<{ bytes: number; lines: number }>

const NEWLINE = 0x0a

/** Bytes read at once; a longer line is not a line of a table. */
export const BLOCK_BYTES = 1024 * 1024

/** The fault that is reported for such a line. */
export const TOO_LONG_FAULT = `longer than ${BLOCK_BYTES} bytes`

/** Reads a file in blocks of whole lines. Line feeds are never part of another character in UTF-8 or CP949. */
export async function* readBlocks(path: string, start: FilePosition): AsyncGenerator<FileBlock> {
  const file = await open(path)
  try {
    let { bytes: offset, lines } = start
    for (;;) {
      const bytes = await readLines(file, offset)
      if (bytes?.length === 0) return
      const end =
        bytes === null
          ? { bytes: await endOfLine(file, offset + BLOCK_BYTES), lines: lines + 1 }
          : { bytes: offset + bytes.length, lines: lines + countLines(bytes) }
      yield { bytes: bytes ?? NOTHING, firstLine: lines + 1, end, isTooLong: bytes === null }
      offset = end.bytes
      lines = end.lines
    }
  } finally {
    await file.close()
  }
}

const NOTHING = Buffer.alloc(0)

export async function readFileStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    return await readFully(file, 0, length)
  } finally {
    await file.close()
  }
}

/** Complete lines of a block, or null if none ends in it; the file's last line may lack its line feed. */
async function readLines(file: FileHandle, offset: number): Promise<Buffer | null> {
  const bytes = await readFully(file, offset, BLOCK_BYTES)
  if (bytes.length < BLOCK_BYTES) return bytes
  const last = bytes.lastIndexOf(NEWLINE)
  return last === -1 ? null : bytes.subarray(0, last + 1)
}

async function endOfLine(file: FileHandle, from: number): Promise<number> {
  for (let offset = from; ; offset += BLOCK_BYTES) {
    const bytes = await readFully(file, offset, BLOCK_BYTES)
    const at = bytes.indexOf(NEWLINE)
    if (at !== -1) return offset + at + 1
    if (bytes.length < BLOCK_BYTES) return offset + bytes.length
  }
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
