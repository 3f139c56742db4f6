import { useEffect, useRef } from 'react'

/** Covers the whole page while a picture travels; Escape gives up. */
export function UploadingOverlay({ onCancel }: { onCancel: () => void }) {
  const overlay = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const element = overlay.current
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={overlay}
      className="uploading"
      aria-label="사진을 올리는 중"
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <span className="spinner" />
      <span role="status">Loading...</span>
    </dialog>
  )
}
