import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Takes files dropped or pasted on the form. For others the browser would leave the page, so they are ignored.
 * @returns whether a file is being dragged over the form
 */
export function useDroppedFiles(inside: RefObject<HTMLElement | null>, take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const isOnForm = ({ target }: Event) => {
    const form = inside.current?.closest('form')
    return target instanceof Node && form?.contains(target) === true
  }

  const drag = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = isOnForm(event) ? 'copy' : 'none'
    setOver(isOnForm(event))
  })
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false)
    if (!carriesFiles(event.dataTransfer)) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0 && isOnForm(event)) take(files)
  })
  const leave = useEffectEvent((event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false)
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    // Office programs copy text together with a picture of it. The person wants to paste the text.
    const isText = event.clipboardData?.types.includes('text/plain')
    if (files.length === 0 || isText || !(isOnForm(event) || event.target === document.body)) return
    event.preventDefault()
    take(files)
  })

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('dragover', drag, { signal })
    addEventListener('dragleave', leave, { signal })
    addEventListener('drop', drop, { signal })
    addEventListener('paste', paste, { signal })
    return () => listening.abort()
  }, [])
  return isOver
}

function carriesFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}
