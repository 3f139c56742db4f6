import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { DAY_MS, dateInSeoul, toSeoulTime } from '#rules/dates.ts'
import type { MemberContext } from '#server/platform/context.ts'
import { parseShops } from '#server/product/places/bundle/load-bundle.ts'
import { fullName } from '#server/product/places/found-place.ts'
import type { FoundShop } from '#server/product/places/shops/find-shops.ts'
import { shopId } from '#server/product/places/shops/shop-id.ts'
import { putInCollection } from '#server/product/saves/collections/change-entries.ts'
import { setHeart, setPlan } from '#server/product/saves/collections/plan.ts'
import { addCollection } from '#server/product/saves/collections/write-collection.ts'
import { lockBroughtPlaces, putPlacesInCollection } from '#server/product/saves/save-many.ts'
import { type DemoCollection, type DemoEntry, demoFolder } from './read-town.ts'

type Shop = Omit<FoundShop, 'source'>

type Lookup = Readonly<{ as: (name: string) => MemberContext; idOf: (title: string) => string }>

/** Makes a collection with its entries, its plan and the hearts of other members. */
export async function makeCollection({ as, idOf }: Lookup, collection: DemoCollection): Promise<void> {
  const { owner, entries, plan, ...fields } = collection
  const { id } = await addCollection(as(owner), fields)
  for (const entry of entries) {
    const post = await putIn(as(owner), id, entry, idOf)
    for (const name of entry.hearts ?? []) await setHeart(as(name), { id, post, on: true })
  }
  if (plan) {
    const at = `${nextSaturday(Date.now())}T${plan.time}`
    await setPlan(as(owner), { id, at, from: plan.from, membersAdd: true })
  }
}

/** Adds an entry and returns its id. Shops come from the bundled file, because the site's first start imports them. */
async function putIn(context: MemberContext, id: string, entry: DemoEntry, idOf: Lookup['idOf']): Promise<string> {
  const { note } = entry
  if (entry.shop === undefined) {
    const post = idOf(entry.post)
    await putInCollection(context, { id, post, note })
    return post
  }
  const shop = findBundledShop(entry)
  if (!shop) throw new Error(`The demo names ${entry.shop}, which is not among the shops.`)
  await context.db.transaction().execute(async (tx) => {
    const brought = await lockBroughtPlaces(tx, context.session, [{ post: null, place: shop.id, shop, note }])
    await putPlacesInCollection(
      tx,
      context,
      id,
      brought.filter((place) => place !== null),
    )
  })
  return String(shop.id)
}

/** A shop of the bundled public data by its name and address. */
export function findBundledShop(named: Readonly<{ shop: string; address: string }>): Shop | null {
  const text = gunzipSync(readFileSync(new URL('../korea/shops.tsv.gz', demoFolder))).toString()
  const row = parseShops(text).find(({ name, roadAddress }) => name === named.shop && roadAddress === named.address)
  if (!row) return null
  const { branch, category, roadAddress: address, lat, lng } = row
  const name = fullName(row.name, branch)
  return { id: shopId(name, { lat, lng }), name, category, address, lat, lng }
}

function nextSaturday(now: number): string {
  const days = (6 - toSeoulTime(now).getUTCDay() + 7) % 7 || 7
  return dateInSeoul(now + days * DAY_MS)
}
