import ImagePlus from 'virtual:icon/image-plus'
import type { ReactNode, RefObject } from 'react'
import { imageLimits } from '#rules/uploads.ts'

/** What may be uploaded. */
export const LIMITS = `JPG, PNG · ${imageLimits.sourceBytes / 1024 / 1024}MB까지`

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

type DropAreaProps = {
  picker: RefObject<HTMLButtonElement | null>
  pick: () => void
  describedBy: string | undefined
  /** A file is being dragged over the form. */
  isOver: boolean
}

/** Where the first photo is dropped, 250 or 330 pixels high. */
export function DropArea({ picker, pick, describedBy, isOver }: DropAreaProps) {
  return (
    <div className={isOver ? 'drop drop-over' : 'drop'}>
      <span className="drop-icon">
        <ImagePlus className="icon icon-l" />
      </span>
      <b className="with-mouse">사진을 끌어다 놓거나 붙여 넣어 주세요</b>
      <b className="without-mouse">사진을 올려 주세요</b>
      <span className="hint">{LIMITS}, 큰 사진은 줄여서 올려요</span>
      <ToolButton ref={picker} describedBy={describedBy} onClick={pick}>
        사진 고르기
      </ToolButton>
    </div>
  )
}
