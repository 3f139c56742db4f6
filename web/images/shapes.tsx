import Camera from 'virtual:icon/camera'
import ImagePlus from 'virtual:icon/image-plus'
import ImageUp from 'virtual:icon/image-up'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { imageLimits } from '#rules/images.ts'
import { FieldLabel } from '../kit/field.tsx'
import { PageIcon } from '../kit/page-icons.tsx'

/** Props of the two variants of the control. */
export type ShapeProps = {
  /** Props of the picture's `<img>`; null without a picture. */
  preview: ComponentProps<'img'> | null
  label: string
  describedBy: string | undefined
  /** A file is being dragged over the form. */
  isOver: boolean
  picker: RefObject<HTMLButtonElement | null>
  pick: () => void
  remove: () => void
}

const LIMITS = `JPG, PNG · ${imageLimits.sourceBytes / 1024 / 1024}MB까지`

/** A drop area 250 or 330 pixels high. */
export function DropArea({ preview, label, describedBy, isOver, picker, pick, remove }: ShapeProps) {
  return (
    <>
      <span className="field-label" aria-hidden="true">
        <FieldLabel label={label} optional />
      </span>
      <div className={`drop${preview ? ' drop-done' : ''}${isOver ? ' drop-over' : ''}`}>
        {preview ? (
          <>
            <img {...preview} alt="올린 사진" draggable={false} />
            <div className="drop-tools">
              <ToolButton ref={picker} icon={<ImageUp className="icon" />} describedBy={describedBy} onClick={pick}>
                바꾸기
              </ToolButton>
              <ToolButton icon={<PageIcon name="trash" />} onClick={remove}>
                빼기
              </ToolButton>
            </div>
          </>
        ) : (
          <>
            <span className="drop-icon">
              <ImagePlus className="icon icon-l" />
            </span>
            <b className="with-mouse">사진을 끌어다 놓거나 붙여 넣어 주세요</b>
            <b className="without-mouse">사진을 올려 주세요</b>
            <span className="hint">{LIMITS}, 큰 사진은 줄여서 올려요</span>
            <ToolButton ref={picker} describedBy={describedBy} onClick={pick}>
              사진 고르기
            </ToolButton>
          </>
        )}
      </div>
    </>
  )
}

/** A round portrait with a button. */
export function Portrait({ preview, describedBy, isOver, picker, pick, remove }: ShapeProps) {
  return (
    <div className="portrait">
      <span className={isOver ? 'portrait-ring portrait-over' : 'portrait-ring'}>
        {preview ? <img {...preview} alt="고른 사진" draggable={false} /> : <Camera className="icon icon-l" />}
      </span>
      <div>
        <div className="portrait-buttons">
          <ToolButton ref={picker} describedBy={describedBy} onClick={pick}>
            {preview ? '바꾸기' : '사진 고르기'}
          </ToolButton>
          {preview && <ToolButton onClick={remove}>빼기</ToolButton>}
        </div>
        <p className="hint">선택 · {LIMITS}</p>
      </div>
    </div>
  )
}

type ToolButtonProps = {
  ref?: RefObject<HTMLButtonElement | null>
  icon?: ReactNode
  describedBy?: string | undefined
  onClick: () => void
  children: ReactNode
}

export function ToolButton({ ref, icon, describedBy, onClick, children }: ToolButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className="btn btn-outline btn-small"
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  )
}
