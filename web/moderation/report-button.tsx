import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reportKinds } from '#rules/moderation.ts'
import { paths } from '#rules/paths.ts'
import { EyeOff, Flag } from '../kit/icons.gen.ts'
import { onDemand } from '../kit/on-demand.tsx'
import type { ReportDialogProps } from './report-dialog.tsx'

/** Notice above hidden content with the reason; only its author and moderators see it. */
export function HiddenNotice({ reason }: { reason: string | null | undefined }) {
  if (!reason) return null
  return (
    <p className="notice">
      <EyeOff className="icon" />
      <span>
        <b>작성자와 운영자에게만 보여요.</b> {reason}
      </span>
    </p>
  )
}

export const ReportDialog = onDemand(async () => (await import('./report-dialog.tsx')).ReportDialog)

type ReportButtonProps = Pick<ReportDialogProps, 'target'> & { className?: string }

/** Button that reports the content of the page, for members only. A sent report leads home. */
export function ReportButton({ target, className = 'icon-btn icon-btn-quiet' }: ReportButtonProps) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
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
        onReported={() => void navigate({ to: paths.home, replace: true })}
      />
    </>
  )
}
