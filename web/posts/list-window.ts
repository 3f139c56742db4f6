/**
 * Which cards of a long list are in the page. The list is divided into blocks of cards; blocks far from the window are
 * replaced by gaps of the same height. All measures are in pixels.
 */

/** Cards in a block: full rows in one, two and three columns, so a block's height does not depend on other blocks. */
export const BLOCK = 6

/** A list of up to so many blocks, three pages of posts, is in the page as a whole, so the browser can search all of it. */
const WHOLE = 5

/** Blocks nearer to the window than this are in the page. */
export const NEAR = 800

/** Height of a block while none has been measured. */
const FIRST_GUESS = 1500

/** Blocks from `from` up to, but without, `to`. */
export type Blocks = Readonly<{ from: number; to: number }>

/** Neighbouring blocks that are all in the page, or all replaced by a gap. */
export type Run = Blocks & Readonly<{ isGap: boolean }>

/** The block of the card at this index. */
export function blockOf(index: number): number {
  return Math.floor(index / BLOCK)
}

/** Number of blocks of that many cards; the last one may not be full. */
export function blockCount(cards: number): number {
  return Math.ceil(cards / BLOCK)
}

/** What is in the page at first: the first page of a list, or the block of the card that was read. */
export function firstBlocks(index: number | null): Blocks {
  return index === null ? { from: 0, to: 2 } : { from: blockOf(index), to: blockOf(index) + 1 }
}

/** Heights of `count` blocks. One that was never measured counts as high as the others on average. */
export function fillHeights(measured: readonly (number | null | undefined)[], count: number): number[] {
  const known = measured.filter((height) => typeof height === 'number')
  const average = known.length > 0 ? sumOf(known) / known.length : FIRST_GUESS
  return Array.from({ length: count }, (_, block) => measured[block] ?? average)
}

/** Height of a gap in place of these blocks. */
export function gapHeight({ from, to }: Blocks, heights: readonly number[]): number {
  return sumOf(heights.slice(from, to))
}

/**
 * The blocks that reach into the window enlarged by `margin` above and below; the first or last one if the window is
 * above or below all of them.
 *
 * @param top distance from the top of the list to the top of the window, negative above the list
 * @param height height of the window
 */
export function blocksInView(heights: readonly number[], top: number, height: number, margin: number): Blocks {
  const ends: number[] = []
  for (const own of heights) ends.push((ends.at(-1) ?? 0) + own)
  const first = ends.findIndex((end) => end > top - margin)
  const from = first < 0 ? Math.max(0, heights.length - 1) : first
  const after = ends.findIndex((end) => end >= top + height + margin)
  return { from, to: Math.max(from, after < 0 ? heights.length - 1 : after) + 1 }
}

/**
 * The blocks of `count` to have in the page now: those near the window, and one more above and below if they are there
 * already, so that small movements change nothing.
 */
export function nextBlocks(now: Blocks, near: Blocks, count: number): Blocks {
  if (count <= WHOLE) return { from: 0, to: count }
  const { from, to } = hull(now, near)
  return { from: Math.max(from, near.from - 1), to: Math.min(to, near.to + 1) }
}

/** The blocks of a card and of those beside it, to which Tab leads from it. */
export function blocksAround(index: number, cards: number): Blocks {
  return { from: blockOf(Math.max(0, index - 1)), to: blockOf(Math.min(cards - 1, index + 1)) + 1 }
}

/** All blocks from the first to the last of both; only the others if the two are apart. */
export function hull(some: Blocks, others: Blocks): Blocks {
  const isApart = some.to < others.from || some.from > others.to
  return isApart ? others : { from: Math.min(some.from, others.from), to: Math.max(some.to, others.to) }
}

/** The first blocks if any of them is not among the others; else null. */
export function outside(some: Blocks | null, others: Blocks): Blocks | null {
  return some && (some.from < others.from || some.to > others.to) ? some : null
}

export function isSame(one: Blocks | null, other: Blocks | null): boolean {
  return one?.from === other?.from && one?.to === other?.to
}

/** A list of `count` blocks as runs, of which these are in the page. */
export function runsOf(count: number, shown: readonly Blocks[]): Run[] {
  const runs: { from: number; to: number; isGap: boolean }[] = []
  for (let block = 0; block < count; block++) {
    const isGap = !shown.some(({ from, to }) => from <= block && block < to)
    const last = runs.at(-1)
    if (last?.isGap === isGap) last.to = block + 1
    else runs.push({ from: block, to: block + 1, isGap })
  }
  return runs
}

/**
 * Where a card is in a list of which only a part is in the page, for screen readers: its position and the number of all,
 * -1 while that is unknown. Nothing for a list that is in the page as a whole.
 */
export function positionOf(
  index: number,
  { runs, cards, isComplete }: { runs: readonly Run[]; cards: number; isComplete: boolean },
): { 'aria-posinset'?: number; 'aria-setsize'?: number } {
  if (!runs.some(({ isGap }) => isGap)) return {}
  return { 'aria-posinset': index + 1, 'aria-setsize': isComplete ? cards : -1 }
}

function sumOf(heights: readonly number[]): number {
  return heights.reduce((sum, height) => sum + height, 0)
}
