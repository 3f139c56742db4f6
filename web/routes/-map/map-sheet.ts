import { useRef, useState } from 'react'

/** The sheet with the list on small screens, and how much of the map it covers. */
export function useSheet() {
  const element = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isOver, setOver] = useState(false)
  const wanted = useRef(isOpen)
  const open = (next: boolean) => {
    wanted.current = next
    setOpen(next)
    setOver(next && isOverMap(element.current))
  }
  return { element, isOpen, isOver, open, covered: () => heightOf(element.current, wanted.current) }
}

/** The height after its transition: the fold holds the body at full height. 0 beside the map. */
function heightOf(sheet: HTMLElement | null, isOpen: boolean): number {
  if (!sheet || !isOverMap(sheet)) return 0
  const height = (selector: string) => sheet.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0
  return height('.map-list-head') + (isOpen ? height('.map-list-body') : 0)
}

/** Over the map on small screens, beside it on wide ones. */
function isOverMap(sheet: HTMLElement | null): boolean {
  return sheet !== null && getComputedStyle(sheet).position === 'fixed'
}
