import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MeasuredBlocks } from '../storage/kept-lists.ts'
import {
  BLOCK,
  type Blocks,
  blockCount,
  blockOf,
  blocksAround,
  blocksInView,
  fillHeights,
  firstBlocks,
  hull,
  isSame,
  NEAR,
  nextBlocks,
  outside,
  type Run,
  runsOf,
} from './list-window.ts'

/** Where a list starts: at the card that was read, or at its top. */
export type WindowStart = Readonly<{ index: number | null; measured: MeasuredBlocks | undefined }>

type Shown = Readonly<{
  blocks: Blocks
  /** The blocks around the card with the focus, if they are elsewhere. */
  focused: Blocks | null
  heights: MeasuredBlocks['heights']
}>

/**
 * The runs of a list of cards around the window, and the heights of all its blocks. The children of `list` must be the
 * cards and gaps of these runs, in order; others may follow.
 *
 * @param cards number of cards
 * @param keep receives the measured heights, for a later return
 */
export function useListWindow(
  list: RefObject<HTMLElement | null>,
  cards: number,
  start: WindowStart,
  keep: (measured: MeasuredBlocks) => void,
): { runs: Run[]; heights: number[] } {
  const count = blockCount(cards)
  const measured = useRef<MeasuredBlocks>(start.measured ?? { width: 0, heights: [] })
  const anchor = useRef<Anchor | undefined>(undefined)
  const [shown, setShown] = useState<Shown>(() => ({
    blocks: firstBlocks(start.index),
    focused: null,
    heights: [...measured.current.heights],
  }))
  const runs = runsOf(count, shown.focused ? [shown.blocks, shown.focused] : [shown.blocks])
  const heights = fillHeights(shown.heights, count)

  /** Chooses blocks anew, from those in view with a margin. */
  const change = (choose: (inView: (margin: number) => Blocks) => Blocks) => {
    const element = list.current
    if (!element || count === 0) return
    const { top, width } = element.getBoundingClientRect()
    const inPage = cardsInPage(element, runs, cards)
    const isWider = width !== measured.current.width
    if (isWider) measured.current = { width, heights: [] }
    const measuredNow = measure(element, inPage)
    for (const [block, height] of measuredNow) measured.current.heights[block] = height
    // As the page is now: gaps have the heights that were last rendered.
    const now = heights.map((height, block) => measuredNow.get(block) ?? height)
    const blocks = choose((margin) => blocksInView(now, -top, innerHeight, margin))
    const focused = outside(aroundFocus(inPage, cards), blocks)
    if (isSame(blocks, shown.blocks) && isSame(focused, shown.focused) && !isWider) return
    anchor.current = firstInView(inPage)
    keep(measured.current)
    setShown({ blocks, focused, heights: [...measured.current.heights] })
  }
  const follow = useRef(() => {})
  follow.current = () => change((inView) => nextBlocks(shown.blocks, inView(NEAR), count))

  // What is in view must be there at the first paint; what is near follows after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each length of the list
  useLayoutEffect(() => {
    change((inView) => hull(shown.blocks, inView(0)))
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => follow.current())
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [cards])
  useHeldCard(anchor, shown)
  useOnMove(follow)
  return { runs, heights }
}

/** A card in view, and where its top was before a change. */
type Anchor = { card: Element; top: number }

/** Heights that were only estimated must not move what is read. Not every browser keeps its place by itself. */
function useHeldCard(anchor: RefObject<Anchor | undefined>, shown: Shown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change
  useLayoutEffect(() => {
    const { card, top = 0 } = anchor.current ?? {}
    anchor.current = undefined
    const moved = card?.isConnected ? card.getBoundingClientRect().top - top : 0
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
  }, [shown])
}

/** Calls the latest `follow` when the page is scrolled or the window gets another size. */
function useOnMove(follow: RefObject<() => void>): void {
  useEffect(() => {
    const onMove = () => follow.current()
    window.addEventListener('scroll', onMove, { passive: true })
    window.addEventListener('resize', onMove)
    return () => {
      window.removeEventListener('scroll', onMove)
      window.removeEventListener('resize', onMove)
    }
  }, [follow])
}

type CardInPage = { index: number; card: Element }

function cardsInPage(list: Element, runs: readonly Run[], cards: number): CardInPage[] {
  let child = 0
  return runs.flatMap(({ from, to, isGap }) => {
    const first = from * BLOCK
    const length = isGap ? 1 : Math.min(cards, to * BLOCK) - first
    const children = [...list.children].slice(child, child + length)
    child += length
    return isGap ? [] : children.map((card, offset) => ({ index: first + offset, card }))
  })
}

/** The height of each block with the space below it. */
function measure(list: Element, inPage: readonly CardInPage[]): Map<number, number> {
  const rowGap = Number.parseFloat(getComputedStyle(list).rowGap) || 0
  const tops = new Map<number, number>()
  const heights = new Map<number, number>()
  for (const { index, card } of inPage) {
    const { top, bottom } = card.getBoundingClientRect()
    const block = blockOf(index)
    if (!tops.has(block)) tops.set(block, top)
    heights.set(block, bottom + rowGap - (tops.get(block) ?? top))
  }
  return heights
}

function firstInView(inPage: readonly CardInPage[]): Anchor | undefined {
  for (const { card } of inPage) {
    const { top, bottom } = card.getBoundingClientRect()
    if (bottom > 0 && top < innerHeight) return { card, top }
  }
  return undefined
}

/** The blocks of the card with the focus and of those beside it. */
function aroundFocus(inPage: readonly CardInPage[], cards: number): Blocks | null {
  const focused = inPage.find(({ card }) => card.contains(document.activeElement))
  return focused ? blocksAround(focused.index, cards) : null
}
