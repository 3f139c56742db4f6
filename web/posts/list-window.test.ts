import { expect, test } from 'vitest'
import {
  BLOCK,
  type Blocks,
  blockCount,
  blocksAround,
  blocksInView,
  fillHeights,
  firstBlocks,
  gapHeight,
  hull,
  NEAR,
  nextBlocks,
  outside,
  positionOf,
  runsOf,
} from './list-window.ts'

const WINDOW = 800

/** Ten thousand posts in blocks of varying heights. */
const count = blockCount(10_000)
const heights = Array.from({ length: count }, (_, block) => 700 + ((block * 7919) % 1300))
const total = gapHeight({ from: 0, to: count }, heights)

function* scrollPositions(step: number) {
  for (let top = -500; top < total + 500; top += step) yield top
}

test('while ten thousand posts are scrolled, all in view is in the page, and never more than 42 cards', () => {
  let shown: Blocks = { from: 0, to: 2 }
  for (const top of [...scrollPositions(130), ...[...scrollPositions(170)].reverse()]) {
    shown = nextBlocks(shown, blocksInView(heights, top, WINDOW, NEAR), count)
    const seen = blocksInView(heights, top, WINDOW, 0)
    expect(shown.from <= seen.from && seen.to <= shown.to).toBe(true)
    expect((shown.to - shown.from) * BLOCK).toBeLessThanOrEqual(42)
  }
})

test('the blocks in view are exactly those that reach into the window', () => {
  for (const top of scrollPositions(997)) {
    const { from, to } = blocksInView(heights, top, WINDOW, 0)
    const start = gapHeight({ from: 0, to: from }, heights)
    const end = gapHeight({ from: 0, to }, heights)
    if (top >= 0 && top + WINDOW <= total) {
      expect(start <= top && end >= top + WINDOW).toBe(true)
      expect(start + (heights[from] ?? 0) > top && end - (heights[to - 1] ?? 0) < top + WINDOW).toBe(true)
    }
  }
})

test('above the list its first block is shown, below it the last', () => {
  expect(blocksInView(heights, -99_999, WINDOW, NEAR)).toEqual({ from: 0, to: 1 })
  expect(blocksInView(heights, total + 99_999, WINDOW, NEAR)).toEqual({ from: count - 1, to: count })
  expect(blocksInView([500], 0, WINDOW, NEAR)).toEqual({ from: 0, to: 1 })
})

test('small movements to and fro change nothing, wherever the list is scrolled', () => {
  for (const top of scrollPositions(20_011)) {
    let shown: Blocks = { from: 0, to: 2 }
    const changes = new Set<string>()
    for (let time = 0; time < 6; time++) {
      shown = nextBlocks(shown, blocksInView(heights, top + (time % 2) * 400, WINDOW, NEAR), count)
      if (time > 0) changes.add(JSON.stringify(shown))
    }
    expect(changes.size).toBe(1)
  }
})

test('cards are in the page before they come into view', () => {
  for (const top of scrollPositions(20_011)) {
    const near = nextBlocks({ from: 0, to: 2 }, blocksInView(heights, top, WINDOW, NEAR), count)
    const soon = blocksInView(heights, top, WINDOW, 600)
    expect(near.from <= soon.from && soon.to <= near.to).toBe(true)
  }
})

test('a jump to another part of the list keeps nothing of the former part', () => {
  const before = { from: 3, to: 6 }
  const near = blocksInView(heights, total / 2, WINDOW, NEAR)
  expect(nextBlocks(before, near, count)).toEqual(near)
})

test('the page is as high with gaps as with all cards, wherever it is scrolled', () => {
  for (const top of scrollPositions(9973)) {
    const shown = blocksInView(heights, top, WINDOW, NEAR)
    const runs = runsOf(count, [shown, { from: 4, to: 7 }])
    expect(runs.reduce((sum, run) => sum + gapHeight(run, heights), 0)).toBeCloseTo(total)
    expect(runs.at(0)?.from).toBe(0)
    expect(runs.at(-1)?.to).toBe(count)
    for (const [at, { from, isGap }] of runs.entries()) {
      if (at > 0) expect([from, isGap]).toEqual([runs[at - 1]?.to, !runs[at - 1]?.isGap])
    }
  }
})

test('a block that was never measured counts as high as the others on average', () => {
  expect(fillHeights([600, null, 800], 5)).toEqual([600, 700, 800, 700, 700])
  expect(fillHeights([], 2)).toEqual([1500, 1500])
})

test('three pages of posts are in the page as a whole', () => {
  const near = { from: 0, to: 1 }
  expect(nextBlocks(near, near, blockCount(30))).toEqual({ from: 0, to: 5 })
  expect(nextBlocks(near, near, blockCount(31))).toEqual(near)
})

test('the cards of the first page need no gap', () => {
  expect(runsOf(blockCount(10), [{ from: 0, to: 2 }])).toEqual([{ from: 0, to: 2, isGap: false }])
  expect(runsOf(0, [{ from: 0, to: 2 }])).toEqual([])
})

test('a list starts with its first page, or with the block of the card that was read', () => {
  expect(firstBlocks(null)).toEqual({ from: 0, to: 2 })
  expect(firstBlocks(0)).toEqual({ from: 0, to: 1 })
  expect(firstBlocks(45)).toEqual({ from: 7, to: 8 })
})

test('a card with the focus keeps the cards beside it in the page, across blocks and up to the ends of the list', () => {
  expect(blocksAround(8, 100)).toEqual({ from: 1, to: 2 })
  expect(blocksAround(6, 100)).toEqual({ from: 0, to: 2 })
  expect(blocksAround(11, 100)).toEqual({ from: 1, to: 3 })
  expect(blocksAround(0, 100)).toEqual({ from: 0, to: 1 })
  expect(blocksAround(11, 12)).toEqual({ from: 1, to: 2 })
})

test('blocks with the focus are kept apart only if the window does not show all of them', () => {
  const window = { from: 10, to: 14 }
  expect(outside(null, window)).toBeNull()
  expect(outside({ from: 10, to: 14 }, window)).toBeNull()
  for (const focused of [
    { from: 9, to: 11 },
    { from: 13, to: 15 },
    { from: 2, to: 3 },
  ])
    expect(outside(focused, window)).toEqual(focused)
})

test('what has come into view is added to what is there, unless it is far away', () => {
  expect(hull({ from: 3, to: 6 }, { from: 5, to: 9 })).toEqual({ from: 3, to: 9 })
  expect(hull({ from: 3, to: 6 }, { from: 6, to: 7 })).toEqual({ from: 3, to: 7 })
  expect(hull({ from: 3, to: 6 }, { from: 7, to: 8 })).toEqual({ from: 7, to: 8 })
  expect(hull({ from: 7, to: 8 }, { from: 3, to: 6 })).toEqual({ from: 3, to: 6 })
})

test('cards of a list with gaps say their position, and how many there are once all are loaded', () => {
  const list = { runs: runsOf(10, [{ from: 2, to: 5 }]), cards: 60, isComplete: false }
  expect(positionOf(12, list)).toEqual({ 'aria-posinset': 13, 'aria-setsize': -1 })
  expect(positionOf(12, { ...list, isComplete: true })).toEqual({ 'aria-posinset': 13, 'aria-setsize': 60 })
  const whole = { runs: runsOf(2, [{ from: 0, to: 2 }]), cards: 12, isComplete: true }
  expect(positionOf(11, whole)).toEqual({})
})
