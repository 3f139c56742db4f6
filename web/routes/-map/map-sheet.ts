import {
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Covered } from '../../places/map/provider.ts'

/** Heights of the sheet that contains the list on a small screen: a strip of cards, half of the map, all of it. */
export const sheetHeights = ['peek', 'half', 'full'] as const
export type SheetHeight = (typeof sheetHeights)[number]

const styleOf = { peek: '--sheet', half: '--sheet-half', full: '--sheet-full' } as const

const DRAG_THRESHOLD = 8
/** After a flick the sheet moves on by its speed times these milliseconds, at most these pixels. */
const FLICK_MS = 150
const MOST_FLICK_PIXELS = 120

export function useSheet() {
  const element = useRef<HTMLElement>(null)
  const [height, setHeight] = useState<SheetHeight>('peek')
  const [isOver, setOver] = useState(false)
  const latestHeight = useRef(height)
  const to = (next: SheetHeight) => {
    latestHeight.current = next
    setHeight(next)
    setOver(next !== 'peek' && isOverMap(element.current))
  }
  return {
    element,
    height,
    /** If the sheet covers a part of the map, opens it and scrolls to the cards. */
    toCards: () => {
      if (!isOverMap(element.current)) return
      flushSync(() => to('half'))
      element.current?.querySelector('ul.map-cards')?.scrollIntoView()
    },
    /** Whether the sheet covers more of the map than the strip of cards does. */
    isOver,
    to,
    covered: (): Covered => ({
      top: element.current ? lengthOf(element.current, '--over') : 0,
      bottom: pixelsOf(element.current, latestHeight.current),
    }),
    /** Pixels by which the middle of the uncovered map rises when the sheet opens to half; 0 if the list is beside the map. */
    rise: () => (pixelsOf(element.current, 'half') - pixelsOf(element.current, 'peek')) / 2,
    drag: useDrag(element, height, to),
  }
}

export type Sheet = ReturnType<typeof useSheet>

type Drag = {
  y: number
  height: number
  speed: number
  last: { y: number; at: number }
  isMoving: boolean
  /** Whether the finger has moved, so that the click at the end of the drag is ignored. */
  hasMoved: boolean
}

function useDrag(element: RefObject<HTMLElement | null>, height: SheetHeight, to: (next: SheetHeight) => void) {
  const drag = useRef<Drag | null>(null)
  const end = () => {
    const [sheet, ended] = [element.current, drag.current]
    if (!sheet || !ended?.isMoving) return
    ended.isMoving = false
    const carried = Math.max(-MOST_FLICK_PIXELS, Math.min(MOST_FLICK_PIXELS, ended.speed * FLICK_MS))
    const ends = sheet.offsetHeight + carried
    const away = (one: SheetHeight) => Math.abs(pixelsOf(sheet, one) - ends)
    delete sheet.dataset.dragged
    sheet.style.height = ''
    to(sheetHeights.reduce((nearest, one) => (away(one) < away(nearest) ? one : nearest), height))
  }
  return {
    onPointerDown: ({ clientY: y, timeStamp: at, button, pointerId, target, currentTarget }: PointerEvent) => {
      const sheet = element.current
      drag.current = null
      if (!sheet || button !== 0 || !isOverMap(sheet)) return
      drag.current = { y, height: sheet.offsetHeight, speed: 0, last: { y, at }, isMoving: false, hasMoved: false }
      // Capturing the pointer at once would take the click from a button or link.
      if (!(target as Element).closest('button, a')) currentTarget.setPointerCapture(pointerId)
    },
    onPointerMove: ({ clientY: y, timeStamp: at, buttons, pointerId, currentTarget }: PointerEvent) => {
      const [sheet, now] = [element.current, drag.current]
      if (!sheet || !now || buttons === 0) return
      if (!now.isMoving && Math.abs(now.y - y) < DRAG_THRESHOLD) return
      if (!now.isMoving) currentTarget.setPointerCapture(pointerId)
      now.isMoving = now.hasMoved = true
      if (at > now.last.at) now.speed = (now.last.y - y) / (at - now.last.at)
      now.last = { y, at }
      const [least, most] = [pixelsOf(sheet, 'peek'), pixelsOf(sheet, 'full')]
      sheet.dataset.dragged = ''
      sheet.style.height = `${Math.max(least, Math.min(most, now.height + now.y - y))}px`
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Without this a mouse would drag a link or its picture.
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onClickCapture: (event: MouseEvent) => {
      if (!drag.current?.hasMoved) return
      drag.current = null
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

function pixelsOf(sheet: HTMLElement | null, height: SheetHeight): number {
  if (!sheet || !isOverMap(sheet)) return 0
  return lengthOf(sheet, styleOf[height]) || sheet.offsetHeight
}

/** A CSS custom property in pixels, which is registered as a length; 0 if the browser does not support that. */
function lengthOf(element: HTMLElement, property: string): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue(property)) || 0
}

function isOverMap(sheet: HTMLElement | null): boolean {
  return sheet !== null && getComputedStyle(sheet).position === 'fixed'
}

/**
 * Reports which card is in the middle while the strip of cards is swiped.
 * @param ids of the posts in the list
 * @param onMiddle called with the id of the post whose card reaches the middle
 * @returns `swipe`, to be called when the strip is touched, and `wasSwiped`, which tells whether a post was reported last; it
 * answers yes once for each report
 */
export function useMiddleCard(
  strip: RefObject<HTMLElement | null>,
  isStrip: boolean,
  ids: readonly string[],
  onMiddle: (id: string) => void,
) {
  const isSwiping = useRef(false)
  const swiped = useRef<string | null>(null)
  const mark = useEffectEvent(onMiddle)
  const key = ids.join()
  useEffect(() => {
    isSwiping.current = false
    if (!isStrip || !strip.current || key === '') return
    const posts = key.split(',')
    const cards = [...strip.current.children]
    const observer = new IntersectionObserver(
      (entries) => {
        const middle = entries.find(({ isIntersecting }) => isIntersecting)
        const id = middle && posts[cards.indexOf(middle.target)]
        if (!id || !isSwiping.current) return
        swiped.current = id
        mark(id)
      },
      { root: strip.current, rootMargin: '0px -49%' },
    )
    for (const card of cards) observer.observe(card)
    return () => observer.disconnect()
  }, [strip, isStrip, key])
  const swipe = () => {
    isSwiping.current = true
  }
  return {
    swipe,
    wasSwiped: (id: string) => {
      const is = swiped.current === id
      swiped.current = null
      return is
    },
  }
}
