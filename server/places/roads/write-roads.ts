import { sql } from 'kysely'
import type { Queryable } from '../../db/connect.ts'
import { rowsOf } from '../korea-table.ts'
import { boxOf, decodePolyline } from './geometry.ts'

const BATCH = 2000

const starts = { j: 'junctions', o: 'order', p: 'parent', c: 'compass' } as const

/** Writes korea/roads.tsv (`scripts/korea-bundle/roads.ts`) into an empty source. Returns the number of rows. */
export async function writeRoads(db: Queryable, sourceId: number, text: string): Promise<number> {
  const rows = readRoads(text)
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH)
    await sql`insert into roads (source_id, name, districts, line, start, gap, known, box)
      select ${sourceId}, name, districts, line, start, gap, known, box::box
      from json_to_recordset(${JSON.stringify(batch)})
        as row(name text, districts text[], line text, start text, gap integer, known integer[], box text)`.execute(db)
  }
  return rows.length
}

/** Reads that text into rows of the table. */
export function readRoads(text: string) {
  const [districts = [], ...rows] = rowsOf(text)
  return rows.map((row) => readRow(row, districts))
}

function readRow(row: readonly string[], allDistricts: readonly string[]) {
  const [name = '', districts = '', line = '', start = '', gap = '', known = ''] = row
  const { south, west, north, east } = boxOf(decodePolyline(line))
  return {
    name,
    districts: districts.split(' ').map((index) => allDistricts[Number(index)] ?? ''),
    line,
    start: starts[start as keyof typeof starts],
    gap: gap === '' ? null : Number(gap),
    known: known === '' ? [] : known.split(/[ :]/).map(Number),
    box: `(${east},${north}),(${west},${south})`,
  }
}
