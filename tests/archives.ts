import { Readable, Writable } from 'node:stream'
import { type Entry, type Head, readArchive, writeArchive } from '#server/platform/backup/archive.ts'

export async function entriesOf(file: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of readArchive(file)) entries.push(entry)
  return entries
}

export async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  const to = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk)
      done()
    },
  })
  await writeArchive(Readable.from(entries), to)
  return Buffer.concat(chunks)
}

/** Changes the head of a backup that has these entries. */
export function withHead(change: (head: Head) => object): (entries: readonly Entry[]) => Entry[] {
  return (entries) =>
    entries.map((entry) =>
      entry.name === 'backup.json'
        ? { name: entry.name, body: Buffer.from(JSON.stringify(change(JSON.parse(entry.body.toString()) as Head))) }
        : entry,
    )
}
