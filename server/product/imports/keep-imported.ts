import { sql } from 'kysely'
import type { ImportResult, MutationKeepImportedArgs } from '#contract/schema.gen.ts'
import { importLimits, importMessages } from '#rules/place-imports.ts'
import { limited, type MemberContext } from '../../platform/context.ts'
import { changesOf } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/connect.ts'
import { arrayOf } from '../../platform/database/prepared.ts'
import { ANY_LIST, shownCollection } from '../../platform/database/shown.ts'
import { badInput } from '../../platform/errors.ts'
import { type BroughtPlace, lockBroughtPlaces, putPlacesInCollection, saveWantedPlaces } from '../saves/save-many.ts'
import type { CandidatePlace } from './candidate-place.ts'
import { requireReadyImport } from './member-imports.ts'

type Kept = Readonly<{ nth: number; place: CandidatePlace; note: string }>

/**
 * Saves the places that the caller chose for rows of their import, in '가고 싶어요' or a collection, in one transaction, and
 * deletes these rows from the import.
 * @throws {AppError} NOT_FOUND, BAD_USER_INPUT for choices that the import does not have, and for a full list, RATE_LIMITED
 */
export async function keepImported(context: MemberContext, args: MutationKeepImportedArgs): Promise<ImportResult> {
  const { accountId } = context.session
  const picks = picksOf(args)
  const collection = args.collection ?? null
  const result = await limited(context, 'change', () =>
    context.db.transaction().execute(async (tx) => {
      const id = await requireReadyImport(tx, accountId, args.id)
      const asked = await loadPicked(tx, id, picks)
      const places = await lockBroughtPlaces(
        tx,
        context.session,
        asked.map(({ place, note }) => ({ ...place, note })),
      )
      // A simultaneous request with the same rows waits for this lock, and then finds them deleted.
      await requireReadyImport(tx, accountId, args.id, sql`for update`)
      const taken = await takeRows(
        tx,
        id,
        asked.map(({ nth }) => nth),
      )
      const still = new Set(taken)
      const brought = places.filter((_, index) => still.has(asked[index]?.nth ?? 0))
      return keep(tx, context, { brought, collection })
    }),
  )
  if (collection !== null && result.collected > 0) {
    changesOf(context.db).announce([shownCollection(collection), ANY_LIST])
  }
  return result
}

type Target = Readonly<{ brought: readonly (BroughtPlace | null)[]; collection: string | null }>

async function keep(tx: Queryable, context: MemberContext, { brought, collection }: Target): Promise<ImportResult> {
  const places = brought.filter((place) => place !== null)
  const saved = collection === null ? await saveWantedPlaces(tx, context.session, places) : 0
  const collected = collection === null ? 0 : await putPlacesInCollection(tx, context, collection, places)
  return { saved, collected, known: places.length - saved - collected, gone: brought.length - places.length }
}

/** @throws {AppError} BAD_USER_INPUT */
function picksOf({ rows, choices }: MutationKeepImportedArgs): Map<number, number> {
  const isWhole = rows.length === choices.length && rows.length > 0 && rows.length <= importLimits.rows
  if (!isWhole) throw badInput([{ field: 'rows', message: importMessages.choices }])
  return new Map(rows.map((row, index) => [row, choices[index] ?? -1]))
}

/** The chosen places, without rows that an earlier request has deleted. @throws {AppError} BAD_USER_INPUT */
async function loadPicked(tx: Queryable, id: number, picks: ReadonlyMap<number, number>): Promise<Kept[]> {
  const { rows } = await sql<{ nth: number; places: CandidatePlace[]; note: string }>`
    select nth, places, source ->> 'note' as note from member_import_rows
    where import_id = ${id} and nth = any(${arrayOf('integer', [...picks.keys()])}) order by nth`.execute(tx)
  return rows.map(({ nth, places, note }) => {
    const place = places[picks.get(nth) ?? -1]
    if (!place) throw badInput([{ field: 'choices', message: importMessages.choices }])
    return { nth, place, note }
  })
}

async function takeRows(tx: Queryable, id: number, nths: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ nth: number }>`delete from member_import_rows
    where import_id = ${id} and nth = any(${arrayOf('integer', nths)}) returning nth`.execute(tx)
  return rows.map(({ nth }) => nth)
}
