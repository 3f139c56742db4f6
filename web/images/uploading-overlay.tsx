import { type RefObject, useEffect, useRef, useState } from 'react'
import { useOverlay } from '../kit/overlays.ts'
import { toast } from '../kit/toast.tsx'
import { percentOf, progressText, type UploadProgress } from './use-image-upload.ts'

type UploadingOverlayProps = {
  progress: UploadProgress
  onCancel: () => void
  focusAfter: RefObject<HTMLElement | null>
}

export function UploadingOverlay({ progress, onCancel, focusAfter }: UploadingOverlayProps) {
  const overlay = useRef<HTMLDialogElement>(null)
  const cancel = () => {
    onCancel()
    toast('사진 올리기를 취소했어요.')
  }
  useOverlay(true, cancel)
  useEffect(() => {
    const before = document.activeElement
    const element = overlay.current
    element?.showModal()
    // Focuses the dialog itself: the browser would focus the button, and Enter meant for the form would cancel the upload.
    element?.focus({ preventScroll: true })
    return () => {
      element?.close()
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
      const next = isThere ? before : focusAfter.current
      next?.focus({ preventScroll: true })
    }
  }, [focusAfter])
  return (
    <dialog
      ref={overlay}
      className="uploading"
      aria-label="사진을 올리는 중"
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault()
        cancel()
      }}
    >
      <span className="spinner" />
      <span aria-hidden="true">Loading...</span>
      <Announcement />
      <Progress progress={progress} />
      <button type="button" className="btn uploading-cancel" onClick={cancel}>
        취소
      </button>
    </dialog>
  )
}

/** Live region for screen readers; some announce it only if it is in the document before its text. */
function Announcement() {
  const [text, setText] = useState('')
  useEffect(() => setText('사진을 올리는 중'), [])
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  )
}

function Progress({ progress }: { progress: UploadProgress }) {
  return (
    <div className="uploading-progress">
      <progress aria-label="사진 올리기" max={100} {...(progress !== 'preparing' && { value: percentOf(progress) })} />
      <span aria-hidden="true">{progressText(progress)}</span>
    </div>
  )
}
