import { useEffect, useEffectEvent, useRef } from 'react'
import { progressText, useImageUpload, useUploadPreview } from '../images/use-image-upload.ts'
import { FieldError } from '../kit/field.tsx'
import { PageIcon } from '../kit/page-icons.tsx'

type CommentPhotoProps = {
  open: boolean
  file: File | null
  value: string | null
  onChange: (url: string | null) => void
  onFault: (hasFailed: boolean) => void
  onClose: () => void
}

/** The photo of a comment that is being written, with its upload, which runs while the person writes on. */
export function CommentPhotoUpload({ open, file, value, onChange, onFault, onClose }: CommentPhotoProps) {
  const { preview, keepUploaded } = useUploadPreview(value)
  const { progress, fault, take, cancel } = useImageUpload((url, sent) => {
    keepUploaded({ url, file: sent })
    onChange(url)
  })
  const tellFault = useEffectEvent(onFault)
  useEffect(() => tellFault(fault !== null), [fault])
  const taken = useRef<File>(null)
  useEffect(() => {
    if (!file || taken.current === file) return
    taken.current = file
    onChange(null)
    take(file)
  })
  if (!open) return null
  return (
    <fieldset className="say-photo" aria-label="댓글 사진">
      <div className="say-tile">
        {preview && <img {...preview} alt="올린 사진" />}
        {progress !== null && (
          <span className="say-progress" role="status">
            {progressText(progress)}
          </span>
        )}
      </div>
      <button
        type="button"
        className="icon-btn icon-btn-quiet"
        aria-label="사진 삭제"
        onClick={() => {
          cancel()
          taken.current = null
          onClose()
        }}
      >
        <PageIcon name="x" />
      </button>
      {fault && (
        <div className="say-fault">
          <FieldError live>{fault.message}</FieldError>
          {fault.retry && (
            <button type="button" className="btn btn-outline btn-small" onClick={fault.retry}>
              <PageIcon name="rotate-cw" />
              다시 시도
            </button>
          )}
        </div>
      )}
    </fieldset>
  )
}
