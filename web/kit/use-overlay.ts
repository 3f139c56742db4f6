import { useEffect, useRef } from 'react'
import { overlayOpened } from './overlays.ts'

/** While `open`, Back closes this before it leaves the page. `leadsOn` where `onClose` goes to another page itself. */
export function useOverlay(open: boolean, onClose: () => void, leadsOn = false): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => (open ? overlayOpened(() => close.current(), leadsOn) : undefined), [open, leadsOn])
}
