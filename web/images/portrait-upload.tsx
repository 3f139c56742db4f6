import { useEffect, useId, useRef } from 'react'
import { FieldError } from '../kit/field.tsx'
import { Camera, ImageUp } from '../kit/icons.gen.ts'
import { PageIcon } from '../kit/page-icons.tsx'
import { FILE_LIMITS_TEXT, FileInput, ToolButton, useFileDropAndPaste } from './file-input.tsx'
import { UploadingOverlay } from './uploading-overlay.tsx'
import { useImageUpload, useUploadPreview } from './use-image-upload.ts'
import './upload.css'

type PortraitUploadProps = {
  field: { value: string | null; onChange: (url: string | null) => void }
  label: string
  error?: string | undefined
}

export function PortraitUpload({ field: { value, onChange }, label, error }: PortraitUploadProps) {
  const id = useId()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLButtonElement>(null)
  const { preview, keepUploaded } = useUploadPreview(value)
  const { progress, fault, take, cancel, clearFault } = useImageUpload((url, file) => {
    keepUploaded({ url, file })
    onChange(url)
  })
  const isOver = useFileDropAndPaste(fieldset, ([file]) => take(file))
  const message = fault?.message ?? error
  const pick = () => input.current?.click()
  const remove = () => {
    clearFault()
    onChange(null)
  }
  useScrollToError(message, `${id}-error`)
  return (
    <fieldset ref={fieldset} className="field" aria-label={label}>
      <FileInput ref={input} label={label} onFiles={([file]) => take(file)} />
      <div className="portrait">
        <span className={isOver ? 'portrait-ring portrait-over' : 'portrait-ring'}>
          {preview ? <img {...preview} alt="선택한 사진" draggable={false} /> : <Camera className="icon icon-l" />}
        </span>
        <div>
          <div className="portrait-buttons">
            <ToolButton ref={picker} describedBy={message ? `${id}-error` : undefined} onClick={pick}>
              {preview ? '바꾸기' : '사진 고르기'}
            </ToolButton>
            {preview && <ToolButton onClick={remove}>사진 삭제</ToolButton>}
          </div>
          <p className="hint">선택 ·&nbsp;{FILE_LIMITS_TEXT}</p>
        </div>
      </div>
      {message && (
        <div className="upload-fault" id={`${id}-error`}>
          <FieldError live>{message}</FieldError>
          {fault &&
            // Offers to send the same file again, or to choose another one if it was refused.
            (fault.retry ? (
              <ToolButton icon={<PageIcon name="rotate-cw" />} onClick={fault.retry}>
                다시 시도
              </ToolButton>
            ) : (
              <ToolButton icon={<ImageUp className="icon" />} onClick={pick}>
                다른 사진 고르기
              </ToolButton>
            ))}
        </div>
      )}
      {progress !== null && <UploadingOverlay progress={progress} onCancel={cancel} focusAfter={picker} />}
    </fieldset>
  )
}

/** Scrolls an error message into view, because the bottom bar of a phone may cover it. */
export function useScrollToError(message: string | undefined, id: string): void {
  useEffect(() => {
    if (message) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [message, id])
}
