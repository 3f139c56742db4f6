import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { failures } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { remove } from '../queries/remove.ts'
import { clearViewer } from '../queries/viewer.ts'
import { Dialog, DialogButtons } from './dialog.tsx'
import { FieldError } from './field.tsx'
import { useGraphql } from './use-graphql.ts'
import { useViewer } from './use-viewer.ts'

/** Asks before it withdraws the account. */
export function WithdrawalPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const viewer = useViewer()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)

  const close = () => {
    if (busy) return
    setFailed(false)
    onClose()
  }
  const withdraw = async () => {
    if (busy || !viewer) return
    setBusy(true)
    setFailed(false)
    try {
      await remove(graphql, viewer.jwt)
      await navigate({ to: paths.home })
      clearViewer(queryClient)
      await router.invalidate()
      onClose()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} onClose={close} icon={UserRoundX} tone="bad" title="정말 탈퇴하시겠습니까?">
      {failed && <FieldError live>{failures.deleteOrWithdraw}</FieldError>}
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={close}>
          취소
        </button>
        <button type="button" className="btn btn-danger" aria-disabled={busy || undefined} onClick={withdraw}>
          {busy ? '탈퇴하는 중…' : '확인'}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
