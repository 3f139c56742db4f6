import { type RawBuilder, sql } from 'kysely'
import { normalForm } from '#rules/normal-form.ts'
import { samePlaceMetres } from '#rules/places.ts'
import type { Queryable } from '../../../platform/database/connect.ts'
import { columnArraysOf, prepared } from '../../../platform/database/prepared.ts'
import { DEGREE_METRES } from '../../places/find-places.ts'
import type { FoundShop } from '../../places/shops/find-shops.ts'
import { isShopGone } from '../../places/shops/shop-reports.ts'

type State = Readonly<{ venue: number | null; gone: boolean; kept: boolean }>

/** Degrees of latitude within which a place of the same name is the shop. */
const REACH = samePlaceMetres.venue / DEGREE_METRES

/**
 * State of each shop: the place with the posts about it, or null (`venue`); whether a moderator or members have reported it as
 * gone; and whether any member has saved it (`kept`).
 */
export async function loadShopStates(db: Queryable, shops: readonly FoundShop[]): Promise<State[]> {
  if (shops.length === 0) return []
  const asked = shops.map(({ id, name, lat, lng }) => ({ id, name: normalForm(name), lat, lng }))
  const { rows } = await sql<State>`${prepared}
    select (
      select v.id from venues v
      where v.name_key = a.name and v.lat between a.lat - ${sql.lit(REACH)} and a.lat + ${sql.lit(REACH)}
        and abs(v.lng - a.lng) * cosd(a.lat) <= ${sql.lit(REACH)}
      order by v.id = a.id desc, v.id limit 1
    ) as venue, ${isShopGone(sql`a.id`)} as gone, ${isShopSaved(sql`a.id`)} as kept
    from unnest(${columnArraysOf(asked, { id: 'bigint', name: 'text', lat: 'float8', lng: 'float8' })})
      with ordinality as a(id, name, lat, lng, nth)
    order by a.nth`.execute(db)
  return rows
}

/** SQL condition: a member who is visible to others has saved the shop. */
export function isShopSaved(shopId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from saves s join accounts keeper on keeper.id = s.account_id
    where s.venue_id = ${shopId} and not keeper.hidden)`
}

/** Keeps the shops that a list may show: without posts, and not reported as gone. */
export async function filterListedShops<Found extends FoundShop>(
  db: Queryable,
  shops: readonly Found[],
): Promise<Found[]> {
  const states = await loadShopStates(db, shops)
  return shops.filter((_, index) => states[index]?.venue === null && !states[index].gone)
}
