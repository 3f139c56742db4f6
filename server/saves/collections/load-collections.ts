import { type RawBuilder, sql } from 'kysely'
import type { Collection, PostImage } from '#contract/schema.gen.ts'
import { serverFailures } from '#rules/errors.ts'
import { isHandle } from '#rules/validate.ts'
import { isReadableBy, isShownTo } from '../../authors/visibility.ts'
import { type OperationContext, requireSession, type Session } from '../../context.ts'
import type { Queryable } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'

/** Without its owner, who is loaded when requested. */
export type PresentedCollection = Omit<Collection, 'owner' | 'hiddenBecause' | 'share_image'> & { accountId: number }

type Picture = { url: string | null; key: string | null; width: number; height: number; placeholder: string }

type CollectionRow = {
  id: number
  key: string
  account_id: number
  name: string
  about: string
  visibility: Collection['visibility']
  updated_at: Date
  count: number
  covers: Picture[]
  has: boolean
}

const COVERS = 3

type Found = Readonly<{ id: number; collection: PresentedCollection }>

/**
 * The collections `c` that a condition selects, the latest change first. Entries of authors whom the reader does not see
 * count nowhere.
 * @param post id of a post of which each says whether it has it
 */
export async function loadCollections(
  context: OperationContext,
  condition: RawBuilder<unknown>,
  { limit, post = null }: { limit: number; post?: number | null },
): Promise<Found[]> {
  const isSeen = isShownTo(context.session, 'post', 'p')
  const { rows } = await sql<CollectionRow>`
    select c.id, c.key, c.account_id, c.name, c.about, c.visibility, c.updated_at,
      (select count(*)::integer from collection_entries e left join posts p on p.id = e.post_id
        where e.collection_id = c.id and (p.id is null or ${isSeen})) as count,
      array(select to_json(picture) from (
        select u.url, i.key, i.width, i.height, i.placeholder
        from collection_entries e join posts p on p.id = e.post_id
        join image_uses u on u.post_id = p.id and u.position = 0 left join images i on i.id = u.image_id
        where e.collection_id = c.id and ${isSeen} order by e.position limit ${sql.lit(COVERS)}
      ) picture) as covers,
      exists(select from collection_entries e join posts p on p.id = e.post_id
        where e.collection_id = c.id and p.id = ${post}::bigint and ${isSeen}) as has
    from collections c where ${condition} and ${isReadableBy(context.session, 'collection', 'c')}
    order by c.updated_at desc, c.id desc limit ${sql.lit(limit)}`.execute(context.db)
  return rows.map((row) => ({ id: row.id, collection: present(context, row) }))
}

/** Private ones are their owner's, with their own password; the others may be read by whoever knows the id. */
export function isReadable(session: Session | null): RawBuilder<boolean> {
  const owner = session && !session.restricted ? session.accountId : null
  return sql`(c.visibility <> 'private' or c.account_id = ${owner})`
}

/** The same for an unknown id and for one that the caller may not read. */
export function noCollection(): AppError {
  return new AppError('NOT_FOUND', { message: serverFailures.noCollection })
}

function present({ images, session }: OperationContext, row: CollectionRow): PresentedCollection {
  const covers = row.covers.flatMap((picture): PostImage[] => {
    const { key, width, height, placeholder } = picture
    const url = key === null ? picture.url : images.urlOf(key)
    return url === null ? [] : [{ url, info: key === null ? null : { width, height, placeholder } }]
  })
  return {
    accountId: row.account_id,
    id: row.key,
    name: row.name,
    about: row.about,
    visibility: row.visibility,
    count: row.count,
    cover: covers[0] ?? null,
    covers,
    has: row.has,
    mine: row.account_id === session?.accountId,
    updatedAt: row.updated_at.toISOString(),
  }
}

/**
 * Locks one of the caller's collections, so that its entries change one request after the other.
 * @returns its id in the database
 * @throws {AppError} NOT_FOUND for what the caller may not read, FORBIDDEN for another's
 */
export async function lockOwn(tx: Queryable, context: OperationContext, key: string): Promise<number> {
  const { accountId } = requireSession(context)
  const known = isHandle(key) ? key : ''
  const { rows } = await sql<{ id: number }>`
    select id from collections where key = ${known} and account_id = ${accountId} for no key update`.execute(tx)
  const [own] = rows
  if (own) return own.id
  const others = await sql`select from collections c where c.key = ${known} and ${isReadable(context.session)}
    and ${isReadableBy(context.session, 'collection', 'c')}`.execute(tx)
  throw others.rows.length > 0 ? new AppError('FORBIDDEN') : noCollection()
}

/** Before many entries change: in the order in which the withdrawal of who wrote about the places locks them. */
export async function lockEntries(tx: Queryable, id: number): Promise<{ post_id: number; position: number }[]> {
  const { rows } = await sql<{ post_id: number; position: number }>`
    select post_id, position from collection_entries where collection_id = ${id} order by post_id for update`.execute(
    tx,
  )
  return rows
}
