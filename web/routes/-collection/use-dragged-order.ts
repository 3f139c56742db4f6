import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

/** Props of the button by which a row is moved. */
export type Handle = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * The order of a list's rows while one is dragged by its handle, or moved with the arrow keys.
 * @param onMove called once for each move, with the new position from 1
 */
export function useDraggedOrder(given: readonly string[], onMove: (id: string, position: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  /** The order on the screen, until the given one has followed. */
  const [moved, setMoved] = useState<{ from: readonly string[]; ids: readonly string[] } | null>(null)
  const ids = moved && hasSame(moved.from, given) ? moved.ids : given

  const place = (id: string, to: number) => {
    const others = ids.filter((one) => one !== id)
    setMoved({ from: given, ids: [...others.slice(0, to), id, ...others.slice(to)] })
  }
  const drop = (id: string) => {
    if (dragged === null) return
    setDragged(null)
    if (ids.indexOf(id) !== given.indexOf(id)) onMove(id, ids.indexOf(id) + 1)
  }
  const handleOf = (id: string, index: number): Handle => ({
    onPointerDown: (event) => {
      event.preventDefault()
      event.currentTarget.focus()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(id)
    },
    onPointerMove: ({ clientY }) => {
      if (dragged !== id || !list.current) return
      const rows = [...list.current.children].map((row) => row.getBoundingClientRect())
      const own = rows[index]
      const to = rows.findIndex(({ top, bottom }) => clientY >= top && clientY < bottom)
      const row = rows[to]
      // Only once the finger has passed the row's middle, so that rows of different heights do not swap to and fro.
      if (!own || !row || to === index) return
      const middle = (row.top + row.bottom) / 2
      if (to < index ? clientY < middle : clientY > middle) place(id, to)
    },
    onPointerUp: () => drop(id),
    onPointerCancel: () => {
      setDragged(null)
      setMoved(null)
    },
    onKeyDown: (event) => {
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      const to = index + step
      if (step === 0 || to < 0 || to >= ids.length) return
      event.preventDefault()
      place(id, to)
      onMove(id, to + 1)
    },
  })
  return { list, ids, dragged, handleOf }
}

function hasSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}
