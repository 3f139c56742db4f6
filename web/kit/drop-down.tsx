import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCloseOutside, useOverlay } from './overlays.ts'

type DropDownProps = {
  className: string
  label: ReactNode
  buttonClass?: string
  /** Called with the function that closes the list. */
  children: (close: () => void) => ReactNode
}

/** A button over a list, as `<details>`, which opens without a script. Escape, Back and a press outside close it. */
export function DropDown({ className, label, buttonClass, children }: DropDownProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => {
    if (!box.current?.open) return
    box.current.open = false
    box.current.querySelector('summary')?.focus()
    setOpen(false)
  }
  useOverlay(open, close)
  // The list may have been opened before hydration.
  useEffect(() => setOpen(box.current?.open ?? false), [])
  useCloseOutside(box, () => {
    if (box.current) box.current.open = false
  })
  return (
    <details
      ref={box}
      className={className}
      onToggle={({ newState }) => setOpen(newState === 'open')}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <summary className={buttonClass}>{label}</summary>
      <ul>{children(close)}</ul>
    </details>
  )
}
