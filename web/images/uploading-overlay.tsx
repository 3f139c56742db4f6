import { type RefObject, useEffect, useRef, useState } from 'react'
import type { UploadProgress } from './use-image-upload.ts'

type UploadingOverlayProps = {
  progress: UploadProgress
  onCancel: () => void
  /** Receives the focus at the end if the element that had it before is gone. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Covers the page during an upload and shows the progress. Escape or the button cancels. */
export function UploadingOverlay({ progress, onCancel, focusAfter }: UploadingOverlayProps) {
  const overlay = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const element = overlay.current
    element?.showModal()
    // Otherwise the browser focuses the button, and Enter meant for the form would cancel the upload.
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
        onCancel()
      }}
    >
      <span className="spinner" />
      <span aria-hidden="true">Loading...</span>
      <Announcement />
      <Progress progress={progress} />
      <button type="button" className="btn uploading-cancel" onClick={onCancel}>
        취소
      </button>
    </dialog>
  )
}

/** What a screen reader says; in the document before its text, or not every one would say it. */
function Announcement() {
  const [text, setText] = useState('')
  useEffect(() => setText('사진을 올리는 중'), [])
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  )
}

/** At 100 % the server still has to process the picture. */
function Progress({ progress }: { progress: UploadProgress }) {
  const percent = progress === 'preparing' ? null : Math.floor(progress * 100)
  const text = percent === null ? '사진 준비 중' : percent < 100 ? `${percent}%` : '마무리하는 중'
  return (
    <div className="uploading-progress">
      <progress aria-label="사진 올리기" max={100} {...(percent !== null && { value: percent })} />
      <span aria-hidden="true">{text}</span>
    </div>
  )
}
