import { createHash } from 'node:crypto'
import type { Position } from '#rules/position.ts'

// A shop's id is made from its name and position alone, so that it stays when the lists are imported again: first the square
// of a grid in which it lies, then a hash of its name. It is within the ids of the API (15 digits), above those of sequences.

const FIRST = 1e12

/** Grid over Korea (`isInKorea`): squares of some 200 metres. */
const SOUTH = 32
const WEST = 124
const PER_DEGREE = 512
const ROWS = 7.5 * PER_DEGREE
const COLUMNS = 8.5 * PER_DEGREE

/** Number of hashes of names in each square: with it the highest id stays below 10¹⁵. */
const NAMES = 59_000_000

type Bounds = Readonly<{ south: number; west: number; north: number; east: number }>

/** Whether an id is that of a shop of public data; ids from the database's sequences are lower. */
export function isShopId(id: number): boolean {
  return id >= FIRST
}

/** @param name with its branch, as on the sign */
export function shopId(name: string, { lat, lng }: Position): number {
  const row = Math.floor((lat - SOUTH) * PER_DEGREE)
  const column = Math.floor((lng - WEST) * PER_DEGREE)
  return FIRST + (row * COLUMNS + column) * NAMES + hashOf(name)
}

/** The square in which the shop with this id lies; null for an id of no shop. */
export function squareOfShop(id: number): Bounds | null {
  const square = Math.floor((id - FIRST) / NAMES)
  if (id < FIRST || square >= ROWS * COLUMNS) return null
  const south = SOUTH + Math.floor(square / COLUMNS) / PER_DEGREE
  const west = WEST + (square % COLUMNS) / PER_DEGREE
  return { south, west, north: south + 1 / PER_DEGREE, east: west + 1 / PER_DEGREE }
}

/** Whether an id belongs to a shop of this name, in any square. */
export function isNameOfShop(id: number, name: string): boolean {
  return (id - FIRST) % NAMES === hashOf(name)
}

function hashOf(name: string): number {
  const plain = name.normalize('NFKC').toLowerCase().replace(/\s/g, '')
  return createHash('sha256').update(plain).digest().readUIntBE(0, 6) % NAMES
}
