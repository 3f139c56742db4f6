import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { logout } from '../accounts/sessions.ts'
import { clearViewer } from '../accounts/viewer.ts'
import { sentenceOf } from '../failures.ts'
import { Dialog, DialogButtons } from '../kit/dialog.tsx'
import { FieldError } from '../kit/field.tsx'
import { useGraphql } from '../kit/use-graphql.ts'

/** Asks for confirmation, then logs out. */
export function LogoutPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const close = () => {
    if (busy) return
    setFailure(null)
    onClose()
  }
  const leave = async () => {
    if (busy) return
    setBusy(true)
    try {
      await logout(graphql)
      await navigate({ to: paths.home })
      clearViewer(queryClient)
      await router.invalidate()
      setFailure(null)
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog open={open} onClose={close} icon={LogOut} title="정말 로그아웃 하시겠습니까?">
      {failure && <FieldError live>{failure}</FieldError>}
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={close}>
          취소
        </button>
        <button type="button" className="btn btn-primary" aria-disabled={busy || undefined} onClick={leave}>
          {busy ? '로그아웃 중…' : '로그아웃'}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
