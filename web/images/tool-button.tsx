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
