/** A text for `distanceWithin`: its character codes, and a set of them as bits (modulo 32). */
export type Letters = Readonly<{ codes: readonly number[]; kinds: number }>

/** Prepares a text for `distanceWithin`. */
export function prepareLetters(text: string): Letters {
  const codes = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
  return { codes, kinds: codes.reduce((bits, code) => bits | (1 << (code % 32)), 0) }
}

/** Levenshtein distance; infinite above `limit`. Only cells near the table's diagonal are computed. */
export function distanceWithin(a: Letters, b: Letters, limit: number): number {
  // One mistake adds at most one kind of letter and removes at most one.
  const isTooFar =
    Math.abs(a.codes.length - b.codes.length) > limit ||
    countBits(a.kinds & ~b.kinds) > limit ||
    countBits(b.kinds & ~a.kinds) > limit
  const distance = isTooFar ? Number.POSITIVE_INFINITY : distanceNearDiagonal(a.codes, b.codes, limit)
  return distance > limit ? Number.POSITIVE_INFINITY : distance
}

function distanceNearDiagonal(a: readonly number[], b: readonly number[], limit: number): number {
  const far = limit + 1
  let above = b.map((_, index) => Math.min(index, far))
  above.push(Math.min(b.length, far))
  for (const [row, letter] of a.entries()) {
    const cells = new Array<number>(b.length + 1).fill(far)
    cells[0] = row + 1
    const last = Math.min(b.length, row + 1 + limit)
    let least = row + 1
    for (let column = Math.max(1, row + 1 - limit); column <= last; column++) {
      const replaced = (above[column - 1] ?? far) + (letter === b[column - 1] ? 0 : 1)
      const cell = Math.min(replaced, (above[column] ?? far) + 1, (cells[column - 1] ?? far) + 1)
      cells[column] = cell
      least = Math.min(least, cell)
    }
    // The least distance never decreases from row to row.
    if (least > limit) return far
    above = cells
  }
  return above[b.length] ?? far
}

function countBits(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}
