import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '../../../platform/database/connect.ts'
import {
  activateAddressFile,
  editionOf,
  type FileEdition,
  findAddressFileInUse,
  removeFormerAddressFiles,
  retireAddressFiles,
  saveAddressFile,
  updateAddressCount,
} from './address-files.ts'
import {
  type AddressFileKind,
  detectFileKind,
  type Entrance,
  type Lot,
  parseEntrance,
  parseLot,
} from './address-rows.ts'
import { decoderOf, detectEncoding } from './import-shops.ts'
import { type FileBlock, readBlocks, readFileStart, TOO_LONG_FAULT } from './read-blocks.ts'
import {
  beginOrResumeRun,
  fingerprintOf,
  type ImportOptions,
  type ImportReporter,
  type ImportRun,
  type Outcome,
  saveRun,
} from './sources.ts'
import { writeEntrances, writeLots } from './write-addresses.ts'

const SAMPLE_BYTES = 256 * 1024

/** First lines of a file that are tried; one of them has its layout. */
const SAMPLE_LINES = 50

type AddressFile = Readonly<{ kind: AddressFileKind; decode: (bytes: Buffer) => string }>

/** Kind and encoding of an official address file; null for any other file. */
export async function detectAddressFile(file: string): Promise<AddressFile | null> {
  const sample = await readFileStart(file, SAMPLE_BYTES)
  const decode = decoderOf(detectEncoding(sample))
  const kinds = decode(sample)
    .split('\n', SAMPLE_LINES)
    .map((line) => detectFileKind(line.replace(/\r$/, '')))
  const kind = kinds.find((one) => one !== null)
  return kind ? { kind, decode } : null
}

/** A new edition with fewer than this share of the rows of the former one is probably cut off. */
const FEWEST = 0.8

/**
 * Imports a file while its former edition stays in use, and replaces that when it is complete. Each transaction stores its
 * position in the file, where an interrupted import continues. `fresh` first forgets all addresses.
 * @throws {Error} for an edition that is older than the one shown, or much smaller
 */
export async function importAddresses(
  db: Database,
  sourceId: number,
  file: string,
  { kind, decode }: AddressFile,
  { fresh }: Pick<ImportOptions, 'fresh'>,
  report: ImportReporter,
): Promise<Omit<Outcome, 'source'>> {
  const edition = await editionOf(file)
  const fingerprint = await fingerprintOf(file, `${kind} ${edition.part} ${edition.edition}`)
  if (fresh) await retireAddressFiles(db, sourceId)
  await removeFormerAddressFiles(db)
  const shown = await findAddressFileInUse(db, sourceId, edition.part)
  if (shown !== null && shown.edition > edition.edition) throw new Error(olderSentence(edition, shown.edition))
  const { id, state } = await db.transaction().execute((tx) => saveAddressFile(tx, sourceId, fingerprint, edition))
  const before = await beginOrResumeRun(db, sourceId, fingerprint)
  if (state === 'shown') return { ...countsOf(before), wasDone: true, ...(await updateAddressCount(db, sourceId)) }

  const run = await readAll(db, { sourceId, fingerprint, file, id, kind, decode, before }, report)
  if (run.imported + run.passedOver > 0) {
    const rows = run.imported + run.passedOver
    if (shown !== null && rows < shown.rows * FEWEST) throw new Error(smallerSentence(edition, rows, shown.rows))
    await db.transaction().execute(async (tx) => {
      await activateAddressFile(tx, sourceId, edition, id)
      await updateAddressCount(tx, sourceId)
    })
  }
  await removeFormerAddressFiles(db)
  return { ...countsOf(run), wasDone: false, ...(await updateAddressCount(db, sourceId)) }
}

function olderSentence({ part, edition }: FileEdition, shown: number): string {
  return `${part} of ${shown} is in use, and this file is of ${edition}. Nothing was changed; --fresh forgets all addresses first.`
}

function smallerSentence({ part }: FileEdition, rows: number, before: number): string {
  return `${part} has ${rows} rows, and its edition in use ${before}: the file may be cut off. The former one stays in use; --fresh forgets all addresses first.`
}

const countsOf = ({ imported, passedOver, malformed }: ImportRun) => ({ imported, passedOver, malformed })

type Reading = AddressFile &
  Readonly<{ sourceId: number; fingerprint: string; file: string; id: number; before: ImportRun }>

async function readAll(db: Database, reading: Reading, report: ImportReporter): Promise<ImportRun> {
  const { sourceId, fingerprint, file, id, before } = reading
  const { size } = await stat(file)
  let run = before
  for await (const block of readBlocks(file, run.position)) {
    const read = readBlock(block, reading, report)
    const next = (written: number): ImportRun => ({
      position: block.end,
      imported: run.imported + written,
      passedOver: run.passedOver + read.passedOver + read.entrances.length + read.lots.length - written,
      malformed: run.malformed + read.malformed,
      finished: block.end.bytes >= size,
    })
    run = await db
      .transaction()
      .execute(async (tx) => {
        // A crash loses rows and position together, so the commit need not wait for the disk.
        await sql`set local synchronous_commit = off`.execute(tx)
        const entrances = await writeEntrances(tx, id, read.entrances, reading.kind === 'buildings')
        await writeLots(tx, id, read.lots)
        const reached = next(entrances + read.lots.length)
        await saveRun(tx, sourceId, fingerprint, reached)
        return reached
      })
      .catch(sayDiskFull)
    report.progress({ done: run.position.bytes, total: size, imported: run.imported })
  }
  return run
}

const DISK_FULL = '53100'

function sayDiskFull(error: unknown): never {
  if (!(error instanceof pg.DatabaseError) || error.code !== DISK_FULL) throw error
  const sentence =
    'The disk of the database is full. Make room and start the import again: it goes on where it stopped.'
  throw new Error(sentence, { cause: error })
}

function readBlock(block: FileBlock, { kind, decode }: AddressFile, report: ImportReporter) {
  const [entrances, lots]: [Entrance[], Lot[]] = [[], []]
  let passedOver = 0
  let malformed = 0
  const onFault = (line: number, fault: string) => {
    malformed++
    report.malformed(line, fault)
  }
  if (block.isTooLong) onFault(block.firstLine, TOO_LONG_FAULT)
  const lines = decode(block.bytes).split('\n')
  for (const [index, whole] of lines.entries()) {
    const line = whole.replace(/\r$/, '')
    if (line === '') continue
    const read = kind === 'lots' ? parseLot(line) : parseEntrance(line, kind)
    if ('fault' in read) onFault(block.firstLine + index, read.fault)
    else if ('isUnplaced' in read) passedOver++
    else if ('town' in read.row) lots.push(read.row)
    else entrances.push(read.row)
  }
  return { entrances, lots, passedOver, malformed }
}
