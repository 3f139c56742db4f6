import type { Position } from '#rules/position.ts'
import type { FoundShop } from '../places/shops/find-shops.ts'

/** Words of a shop of public data that an entry keeps. */
export type ShopWords = Position & Pick<FoundShop, 'id' | 'name' | 'category' | 'address'>

/** A place of the site that a row may mean: one with a post, or a shop of public data, or both. */
export type ImportedPlace = Readonly<{
  /** The post that represents it; null for a shop about which nobody has written. */
  post: number | null
  /** Null for a post without a place. */
  place: number | null
  name: string
  address: string | null
  lat: number | null
  lng: number | null
  shop: ShopWords | null
}>

export type RowState = 'found' | 'unsure' | 'missing'

export type MatchedRow = Readonly<{ nth: number; state: RowState; places: readonly ImportedPlace[] }>
