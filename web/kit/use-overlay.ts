import { useEffect, useRef } from 'react'
import { overlayOpened } from './overlays.ts'

/** While `open`, Back calls `onClose` instead of leaving the page. Set `leadsOn` if `onClose` itself navigates. */
export function useOverlay(open: boolean, onClose: () => void, leadsOn = false): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => (open ? overlayOpened(() => close.current(), leadsOn) : undefined), [open, leadsOn])
}
