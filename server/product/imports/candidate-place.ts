import type { Position } from '#rules/position.ts'
import type { FoundShop } from '../places/shops/find-shops.ts'

/** The fields of a shop of public data that are stored with a matched row. */
export type StoredShop = Position & Pick<FoundShop, 'id' | 'name' | 'category' | 'address'>

/** A place of the site that an imported row may mean: one with a post, or a shop of public data, or both. */
export type CandidatePlace = Readonly<{
  /** The post that represents it; null for a shop about which nobody has written. */
  post: number | null
  /** Id of the place; null for a post without one. */
  place: number | null
  name: string
  address: string | null
  lat: number | null
  lng: number | null
  shop: StoredShop | null
}>

/** Whether one place surely matches a row, several may, or none does. */
export type RowState = 'found' | 'unsure' | 'missing'

/** A row of an import (number `nth`) with the places that it may mean. */
export type MatchedRow = Readonly<{ nth: number; state: RowState; places: readonly CandidatePlace[] }>
