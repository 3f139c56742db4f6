import Ellipsis from 'virtual:icon/ellipsis'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useOverlay } from './overlays.ts'
import './more-menu.css'

type MoreMenuProps = {
  label: string
  entries: readonly { label: string; icon: ReactNode; onChoose: () => void }[]
}

/** Three dots that open a short list of what one can do. Escape, Back and a press elsewhere close it. */
export function MoreMenu({ label, entries }: MoreMenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useOverlay(open, () => setOpen(false))
  useEffect(() => {
    if (!open) return
    const closeElsewhere = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeElsewhere)
    document.addEventListener('focusin', closeElsewhere)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeElsewhere)
      document.removeEventListener('focusin', closeElsewhere)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open])
  return (
    <div ref={place} className="more">
      <button
        ref={button}
        type="button"
        className="icon-btn icon-btn-quiet"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Ellipsis className="icon" />
      </button>
      <ul id={id} className="more-list" hidden={!open}>
        {entries.map(({ label, icon, onChoose }) => (
          <li key={label}>
            <button
              type="button"
              onClick={() => {
                setOpen(false)
                button.current?.focus()
                onChoose()
              }}
            >
              {icon}
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
