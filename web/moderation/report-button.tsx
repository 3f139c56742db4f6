import Flag from 'virtual:icon/flag'
import { useState } from 'react'
import { reportKinds } from '#rules/moderation.ts'
import { onDemand } from '../kit/on-demand.tsx'
import type { ReportDialogProps } from './report-dialog.tsx'

export const ReportDialog = onDemand(async () => (await import('./report-dialog.tsx')).ReportDialog)

type ReportButtonProps = Pick<ReportDialogProps, 'target' | 'onReported'> & { className?: string }

/** A flag that asks why; for members only. */
export function ReportButton({ target, onReported, className = 'icon-btn icon-btn-quiet' }: ReportButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${className} for-members`}
        aria-label={`이 ${reportKinds[target.kind]} 신고하기`}
        onPointerEnter={ReportDialog.preload}
        onClick={() => setAsking(true)}
      >
        <Flag className="icon" />
      </button>
      <ReportDialog
        open={asking}
        onClose={() => setAsking(false)}
        target={target}
        {...(onReported && { onReported })}
      />
    </>
  )
}
