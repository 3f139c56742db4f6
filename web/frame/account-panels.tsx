import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { failures } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { deleteAccount, logout, type WithdrawalSummary, withdrawalSummaryQuery } from '../accounts/account.ts'
import { ExportButton } from '../accounts/export-button.tsx'
import { useGraphql } from '../graphql.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { LogOut, UserX } from '../kit/icons.gen.ts'
import { toast } from '../kit/toast.tsx'
import { FEED_TITLE_ID } from '../posts/lists/list-head.ts'
import { useRouterContext } from '../router-context.ts'
import { storeAutoLogin } from '../storage/browser-storage.ts'
import { clearViewer } from '../store/change-viewer.ts'
import { sendWaitingDeletions } from '../store/delete-later.ts'
import { useViewer } from '../store/use-store.ts'

/**
 * Returns a function that ends the session or the account and goes to the home page; only then does this tab forget the
 * person.
 */
function useEnd(): (send: () => Promise<unknown>, forget: () => void) => Promise<void> {
  const navigate = useNavigate()
  const router = useRouter()
  return async (send, forget) => {
    await sendWaitingDeletions()
    await send()
    await navigate({ to: paths.home })
    forget()
    await router.invalidate()
  }
}

export function LogoutPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const graphql = useGraphql()
  const context = useRouterContext()
  const end = useEnd()
  const confirm = async () => {
    await end(
      () => logout(graphql, {}),
      () => clearViewer(context),
    )
    onClose()
    toast('로그아웃했어요.')
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      icon={LogOut}
      title="정말 로그아웃하시겠어요?"
      labels={{ confirm: '로그아웃', busy: '로그아웃 중…' }}
      onConfirm={confirm}
      finalFocus={() => (!context.store.viewer && document.getElementById(FEED_TITLE_ID)) || true}
    />
  )
}

/** Asks before an account is deleted, and says what is deleted with it. */
export function WithdrawalPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const graphql = useGraphql()
  const context = useRouterContext()
  const viewer = useViewer()
  const summary = useQuery({ ...withdrawalSummaryQuery(graphql), enabled: open })
  const isGone = useRef(false)

  const end = useEnd()
  const confirm = async () => {
    if (!viewer) return
    await end(
      () => deleteAccount(graphql, { jwt: viewer.jwt }),
      () => {
        storeAutoLogin(false)
        clearViewer(context)
      },
    )
    onClose()
    isGone.current = true
    toast('탈퇴가 완료되었어요. 계정과 남긴 내용을 모두 삭제했어요. 그동안 맛집을 나눠 주셔서 고마워요.')
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      icon={UserX}
      tone="bad"
      title="정말 탈퇴하시겠어요?"
      description={withdrawalWarning(summary.data)}
      labels={{ confirm: '확인', busy: '탈퇴하는 중…' }}
      onConfirm={confirm}
      finalFocus={() => (isGone.current && document.getElementById(FEED_TITLE_ID)) || true}
      failureText={failures.deleteOrWithdraw}
    >
      <ExportButton />
    </ConfirmDialog>
  )
}

function withdrawalWarning(summary: WithdrawalSummary | undefined): string {
  if (!summary) return '계정과 글, 사진, 좋아요가 모두 삭제되고 되돌릴 수 없어요.'
  const { posts, comments, images, likes, saves, collections } = summary
  const things = [
    posts && `글 ${posts}개`,
    comments && `댓글 ${comments}개`,
    images && `사진 ${images}장`,
    likes && `좋아요 ${likes}개`,
    saves && `담은 곳 ${saves}개`,
    collections && `모음 ${collections}개`,
  ].filter((thing) => thing !== 0)
  return things.length > 0
    ? `계정과 ${things.join(', ')}${things.at(-1)?.endsWith('장') ? '이' : '가'} 모두 삭제되고 되돌릴 수 없어요.`
    : '계정이 삭제되고 되돌릴 수 없어요.'
}
