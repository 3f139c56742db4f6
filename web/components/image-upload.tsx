import { Camera, ImagePlus, ImageUp, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { IMAGE_ACCEPT } from '#rules/images.ts'
import { imageFault, uploadImage } from '../queries/upload-image.ts'
import { FieldError, FieldLabel } from './field.tsx'
import { UploadingOverlay } from './uploading-overlay.tsx'

type ImageUploadProps = {
  /** Address of the picture, or null. */
  value: string | null
  onChange: (url: string | null) => void
  /** A drop area 250 or 330 pixels high, or a round portrait with a button. */
  shape: 'drop' | 'avatar'
  label: string
  /** The server's sentence about the picture. */
  error?: string | undefined
}

/** Picks one picture, uploads it at once and passes its address on. A failed upload keeps the picture that was there. */
export function ImageUpload({ value, onChange, shape, label, error }: ImageUploadProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [upload, setUpload] = useState<AbortController | null>(null)
  const [fault, setFault] = useState<string | null>(null)

  const take = async (file: File | undefined) => {
    const refused = imageFault(file)
    setFault(refused)
    if (refused || !file) return
    const controller = new AbortController()
    setUpload(controller)
    try {
      onChange(await uploadImage(file, controller.signal))
    } catch (reason) {
      if (!controller.signal.aborted) setFault((reason as Error).message)
    } finally {
      setUpload(null)
    }
  }

  const parts: ShapeProps = {
    value,
    label,
    describedBy: (fault ?? error) ? `${id}-error` : undefined,
    pick: () => input.current?.click(),
    remove: () => {
      setFault(null)
      onChange(null)
    },
    take,
  }
  return (
    <fieldset className="field" aria-label={label}>
      <input
        ref={input}
        type="file"
        accept={IMAGE_ACCEPT}
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file can be chosen again after a failure.
          event.currentTarget.value = ''
          void take(file)
        }}
      />
      {shape === 'drop' ? <DropArea {...parts} /> : <Portrait {...parts} />}
      {(fault ?? error) && (
        <FieldError id={`${id}-error`} live>
          {fault ?? error}
        </FieldError>
      )}
      {upload && <UploadingOverlay onCancel={() => upload.abort()} />}
    </fieldset>
  )
}

type ShapeProps = {
  value: string | null
  label: string
  describedBy: string | undefined
  pick: () => void
  remove: () => void
  take: (file: File | undefined) => Promise<void>
}

function DropArea({ value, label, describedBy, pick, remove, take }: ShapeProps) {
  const [over, setOver] = useState(false)
  return (
    <>
      <span className="field-label" aria-hidden="true">
        <FieldLabel label={label} optional />
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra, the button does the same */}
      <div
        className={value ? 'drop drop-done' : over ? 'drop drop-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
      >
        {value ? (
          <>
            <img src={value} alt="올린 사진" />
            <div className="drop-tools">
              <ToolButton icon={<ImageUp className="icon" />} describedBy={describedBy} onClick={pick}>
                바꾸기
              </ToolButton>
              <ToolButton icon={<Trash2 className="icon" />} onClick={remove}>
                빼기
              </ToolButton>
            </div>
          </>
        ) : (
          <>
            <span className="drop-icon">
              <ImagePlus className="icon icon-l" />
            </span>
            <b>사진을 끌어다 놓으세요</b>
            <span className="hint">JPG, PNG 한 장</span>
            <ToolButton describedBy={describedBy} onClick={pick}>
              사진 고르기
            </ToolButton>
          </>
        )}
      </div>
    </>
  )
}

function Portrait({ value, describedBy, pick, remove }: ShapeProps) {
  return (
    <div className="portrait">
      <span className="portrait-ring">
        {value ? <img src={value} alt="고른 사진" /> : <Camera className="icon icon-l" />}
      </span>
      <div>
        <div className="portrait-buttons">
          <ToolButton describedBy={describedBy} onClick={pick}>
            {value ? '바꾸기' : '사진 고르기'}
          </ToolButton>
          {value && <ToolButton onClick={remove}>빼기</ToolButton>}
        </div>
        <p className="hint">선택 · JPG, PNG</p>
      </div>
    </div>
  )
}

type ToolButtonProps = { icon?: ReactNode; describedBy?: string | undefined; onClick: () => void; children: ReactNode }

function ToolButton({ icon, describedBy, onClick, children }: ToolButtonProps) {
  return (
    <button type="button" className="btn btn-outline btn-small" aria-describedby={describedBy} onClick={onClick}>
      {icon}
      {children}
    </button>
  )
}
