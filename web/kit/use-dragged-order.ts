import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** Props of the button by which an item is moved. Its style needs `touch-action: none`. */
export type DragHandleProps = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/**
 * The order of a list's rows or tiles while one is dragged by its handle, or moved with the arrow keys. They are the first
 * children of `list`.
 * @param onMove called once for each move, with the new position from 1
 */
export function useDraggedOrder<List extends HTMLElement>(
  given: readonly string[],
  onMove: (id: string, position: number) => void,
) {
  const list = useRef<List>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  /** The order shown after a move, until `given` has it too. */
  const [moved, setMoved] = useState<{ from: readonly string[]; ids: readonly string[] } | null>(null)
  const ids = moved && hasSame(moved.from, given) ? moved.ids : given

  const place = (id: string, to: number) => {
    const others = ids.filter((one) => one !== id)
    setMoved({ from: given, ids: [...others.slice(0, to), id, ...others.slice(to)] })
  }
  const drag = useEffectEvent(({ clientX, clientY }: globalThis.PointerEvent) => {
    if (dragged === null || !list.current) return
    const boxes = [...list.current.children].slice(0, ids.length).map((item) => item.getBoundingClientRect())
    const to = placeUnder(boxes, ids.indexOf(dragged), clientX, clientY)
    if (to !== null) place(dragged, to)
  })
  const drop = useEffectEvent(() => {
    if (dragged === null) return
    setDragged(null)
    if (ids.indexOf(dragged) !== given.indexOf(dragged)) onMove(dragged, ids.indexOf(dragged) + 1)
  })
  const giveUp = useEffectEvent(() => {
    setDragged(null)
    setMoved(null)
  })
  // On the window: an item that is moved in the document loses the pointer.
  useEffect(() => {
    if (dragged === null) return
    const dragging = new AbortController()
    const { signal } = dragging
    addEventListener('pointermove', drag, { signal })
    addEventListener('pointerup', drop, { signal })
    addEventListener('pointercancel', giveUp, { signal })
    return () => dragging.abort()
  }, [dragged])

  const handleOf = (id: string, index: number): DragHandleProps => ({
    onPointerDown: (event) => {
      event.preventDefault()
      event.currentTarget.focus()
      setDragged(id)
    },
    onKeyDown: (event) => {
      const step = steps[event.key] ?? 0
      const to = index + step
      if (step === 0 || to < 0 || to >= ids.length) return
      event.preventDefault()
      place(id, to)
      onMove(id, to + 1)
    },
  })
  return { list, ids, dragged, handleOf }
}

/** The index of the item under the pointer, if the dragged one belongs there now. */
function placeUnder(boxes: readonly DOMRect[], from: number, x: number, y: number): number | null {
  const own = boxes[from]
  const isColumn = boxes.every(({ left }) => left === own?.left)
  const to = boxes.findIndex(
    ({ left, right, top, bottom }) => y >= top && y < bottom && (isColumn || (x >= left && x < right)),
  )
  const box = boxes[to]
  if (!own || !box || to === from) return null
  if (!isColumn) return to
  // Only once the finger has passed the row's middle, so that rows of different heights do not swap to and fro.
  const middle = (box.top + box.bottom) / 2
  return (to < from ? y < middle : y > middle) ? to : null
}

function hasSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}
