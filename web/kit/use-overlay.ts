import { useEffect, useRef } from 'react'
import { overlayOpened } from './overlays.ts'

/** While `open`, Back closes this before it leaves the page. */
export function useOverlay(open: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => (open ? overlayOpened(() => close.current()) : undefined), [open])
}
