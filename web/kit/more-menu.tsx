import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Ellipsis } from './icons.gen.ts'
import { useCloseOutside, useOverlay } from './overlays.ts'
import './more-menu.css'

type MoreMenuProps = {
  label: string
  entries: readonly { label: string; icon: ReactNode; onChoose: () => void }[]
  className?: string
}

export function MoreMenu({ label, entries, className }: MoreMenuProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  useOverlay(open, close)
  useCloseOutside(place, close)
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    close()
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the buttons in it
    <div ref={place} className={className ? `more ${className}` : 'more'} onKeyDown={closeOnEscape}>
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
                close()
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
