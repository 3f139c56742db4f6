import ImageUp from 'virtual:icon/image-up'
import { useEffect, useId, useRef, useState } from 'react'
import { HEIC_ACCEPT, IMAGE_ACCEPT } from '#rules/images.ts'
import { FieldError } from '../kit/field.tsx'
import { PageIcon } from '../kit/page-icons.tsx'
import { DropArea, Portrait, type ShapeProps, ToolButton } from './shapes.tsx'
import { UploadingOverlay } from './uploading-overlay.tsx'
import { useDroppedFile } from './use-dropped-file.ts'
import { useImageUpload, usePreview } from './use-image-upload.ts'
import './upload.css'

type ImageUploadProps = {
  /** URL of the picture, or null. */
  field: { value: string | null; onChange: (url: string | null) => void }
  shape: 'drop' | 'avatar'
  label: string
  /** The server's error message about the picture. */
  error?: string | undefined
}

/** Uploads a picture as soon as it is chosen, dropped or pasted. A failed upload keeps the previous picture. */
export function ImageUpload({ field: { value, onChange }, shape, label, error }: ImageUploadProps) {
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLButtonElement>(null)
  const accept = useAccept()
  const { preview, keepUploaded } = usePreview(value)
  const { progress, fault, take, cancel, clearFault } = useImageUpload((url, file) => {
    keepUploaded({ url, file })
    onChange(url)
  })
  const isOver = useDroppedFile(fieldset, take)
  const message = fault?.message ?? error
  const pick = () => input.current?.click()

  useEffect(() => {
    // Otherwise the bottom bar of a phone would cover it.
    if (message) document.getElementById(`${id}-error`)?.scrollIntoView({ block: 'nearest' })
  }, [message, id])

  const parts: ShapeProps = {
    preview,
    label,
    describedBy: message ? `${id}-error` : undefined,
    isOver,
    picker,
    pick,
    remove: () => {
      clearFault()
      onChange(null)
    },
  }
  return (
    <fieldset ref={fieldset} className="field" aria-label={label}>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // Allows choosing the same file again after a failure.
          event.currentTarget.value = ''
          take(file)
        }}
      />
      {shape === 'drop' ? <DropArea {...parts} /> : <Portrait {...parts} />}
      {message && (
        <div className="upload-fault" id={`${id}-error`}>
          <FieldError live>{message}</FieldError>
          {fault && <Remedy retry={fault.retry} pick={pick} />}
        </div>
      )}
      {progress !== null && <UploadingOverlay progress={progress} onCancel={cancel} focusAfter={picker} />}
    </fieldset>
  )
}

/** What helps after a failure: the same file again, or another one if this one was refused. */
function Remedy({ retry, pick }: { retry: (() => void) | undefined; pick: () => void }) {
  return retry ? (
    <ToolButton icon={<PageIcon name="rotate-cw" />} onClick={retry}>
      다시 시도
    </ToolButton>
  ) : (
    <ToolButton icon={<ImageUp className="icon" />} onClick={pick}>
      다른 사진 고르기
    </ToolButton>
  )
}

/** The file input's `accept`; it includes HEIC in browsers that decode it. */
function useAccept(): string {
  const [accept, setAccept] = useState(IMAGE_ACCEPT)
  useEffect(() => {
    if (typeof ImageDecoder === 'undefined') return
    ImageDecoder.isTypeSupported('image/heic').then(
      (isSupported) => isSupported && setAccept(`${IMAGE_ACCEPT},${HEIC_ACCEPT}`),
      () => {},
    )
  }, [])
  return accept
}
