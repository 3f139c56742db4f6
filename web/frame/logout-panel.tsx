import LogOut from 'virtual:icon/log-out'
import { useQueryClient } from '@tanstack/react-query'
import { logout } from '../accounts/sessions.ts'
import { clearViewer } from '../accounts/viewer.ts'
import { useGraphql } from '../kit/use-graphql.ts'
import { ConfirmPanel } from './confirm-panel.tsx'

/** Asks for confirmation, then logs out. */
export function LogoutPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  return (
    <ConfirmPanel
      open={open}
      onClose={onClose}
      icon={LogOut}
      title="정말 로그아웃 하시겠습니까?"
      labels={{ confirm: '로그아웃', busy: '로그아웃 중…' }}
      send={() => logout(graphql)}
      forget={() => clearViewer(queryClient)}
    />
  )
}
