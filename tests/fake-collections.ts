import type { GetCollectionQuery } from '#contract/operations.gen.ts'
import type { Shop } from '#web/places/shops.ts'
import type { Collection } from '#web/posts/collections/collection-queries.ts'
import type { ListedPost } from '#web/posts/queries/list-query.ts'
import { listedPost } from './fake-posts.ts'
import { viewer } from './viewer.ts'

/** Collections of the signed-in person, as the API returns them. */

type CollectionPage = GetCollectionQuery['getCollection']
type Entry = CollectionPage['entries'][number]

export function collection(id: string, fields: Partial<Collection> = {}): Collection {
  const { jwt: handle, username, image } = viewer
  return {
    id,
    name: `모음 ${id}`,
    about: '',
    visibility: 'private',
    count: 0,
    has: false,
    mine: true,
    updatedAt: '2026-11-01T00:00:00.000Z',
    hiddenBecause: null,
    covers: [],
    owner: { handle, username, image },
    ...fields,
  }
}

type EntryFields = Partial<Omit<Entry, 'post'>> & { post?: ListedPost | null }

/** A place of a collection, by the id of its post. */
export function collectionEntry(id: string, title: string, fields: EntryFields = {}): Entry {
  const { post = listedPost(id, { title }), ...others } = fields
  const chosen = { hearts: 0, hearted: false, heartedBy: [], added: false, addedBy: null }
  const nothing = { note: '', address: null, lat: null, lng: null, place_id: null, shop: null, shop_gone: false }
  const told = post && { ...post, verdict: post.verdict ?? null }
  return { ...nothing, id, title, post: told, ...chosen, ...others }
}

/** An entry of a shop without a post. */
export function shopEntry(shop: Shop, fields: EntryFields = {}): Entry {
  const { id, name, address, lat, lng } = shop
  return collectionEntry(id, name, { post: null, shop, place_id: id, address, lat, lng, ...fields })
}

/** A collection with its entries, as its page gets them: no plan unless `fields` say so. */
export function collectionPage(
  id: string,
  entries: Entry[] = [],
  fields: Partial<CollectionPage['collection']> = {},
  chosen: Partial<Pick<CollectionPage, 'choosers' | 'chosen' | 'chosenBy'>> = {},
): CollectionPage {
  const plan = { planAt: null, planHolidays: [], planFrom: null, membersAdd: false }
  return {
    collection: { ...collection(id, { count: entries.length }), share_image: '/share.png', ...plan, ...fields },
    entries,
    choosers: 0,
    chosen: false,
    chosenBy: [],
    ...chosen,
  }
}
