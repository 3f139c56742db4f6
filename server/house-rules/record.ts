import type { Queryable } from '../db/connect.ts'

/** Who did what to whom and why. Null for an actor: the command line, or the site itself. */
export type Entry = Readonly<{
  actorId: number | null
  action: string
  aboutId?: number | null
  kind?: string | null
  itemId?: number | null
  reason?: string
}>

/** Adds a row to the record, which nothing changes or removes. Call it in the transaction that does what it says. */
export async function record(tx: Queryable, { actorId, action, aboutId, kind, itemId, reason }: Entry): Promise<void> {
  await tx
    .insertInto('moderation_record')
    .values({
      actor_id: actorId,
      action,
      about_id: aboutId ?? null,
      kind: kind ?? null,
      item_id: itemId ?? null,
      reason: reason ?? '',
    })
    .execute()
}
