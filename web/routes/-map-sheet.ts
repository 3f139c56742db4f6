import { useRef, useState } from 'react'

/** The sheet that holds the list on small screens, and how much of the map it covers. */
export function useSheet() {
  const element = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const wanted = useRef(isOpen)
  const open = (next: boolean) => {
    wanted.current = next
    setOpen(next)
  }
  return { element, isOpen, open, covered: () => heightOf(element.current, wanted.current) }
}

/** As it will stand once its motion is over: its body has its whole height in the fold. None beside the map. */
function heightOf(sheet: HTMLElement | null, isOpen: boolean): number {
  if (!sheet || getComputedStyle(sheet).position !== 'fixed') return 0
  const height = (selector: string) => sheet.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0
  return height('.map-list-head') + (isOpen ? height('.map-list-body') : 0)
}
