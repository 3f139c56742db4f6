import LogOut from 'virtual:icon/log-out'
import UserX from 'virtual:icon/user-x'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { paths } from '#rules/paths.ts'
import { logout, remove, type WithdrawalSummary, withdrawalSummaryQuery } from '../accounts/account.ts'
import { ExportButton } from '../accounts/export-button.tsx'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { sendDeletions } from '../kit/delete-later.ts'
import { ConfirmButtons, Dialog, type DialogProps } from '../kit/dialog.tsx'
import { FieldError } from '../kit/field.tsx'
import { toast } from '../kit/toast.ts'
import { FEED_TITLE_ID } from '../posts/lists/list-head.ts'
import { clearViewer } from '../reader/change-viewer.ts'
import { useViewer } from '../reader/reader-store.ts'
import { useReaderContext } from '../reader/viewer.ts'
import { keepAutoLogin } from '../storage/browser-storage.ts'

type ConfirmPanelProps = Pick<
  DialogProps,
  'open' | 'onClose' | 'icon' | 'tone' | 'title' | 'description' | 'finalFocus'
> & {
  labels: { confirm: string; busy: string }
  /** Sends what is confirmed; a failure is shown and keeps the panel open. null: there is nothing to confirm. */
  send: (() => Promise<unknown>) | null
  /** Forgets the person in this tab, once home is shown. */
  forget: () => void
  /** Called when the panel has closed after that. */
  onDone?: () => void
  /** Shown instead of the message that the server answered. */
  failureText?: string
  children?: DialogProps['children']
}

/** Asks for confirmation, then ends the session or the account and leads home. */
function ConfirmPanel(props: ConfirmPanelProps) {
  const { labels, send, forget, onDone, failureText, children, ...dialog } = props
  const navigate = useNavigate()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const close = () => {
    if (busy) return
    setFailure(null)
    dialog.onClose()
  }
  const confirm = async () => {
    if (busy || !send) return
    setBusy(true)
    setFailure(null)
    try {
      await sendDeletions()
      await send()
      await navigate({ to: paths.home })
      forget()
      await router.invalidate()
      dialog.onClose()
      onDone?.()
    } catch (error) {
      setFailure(sentenceOf(error, failureText))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog {...dialog} onClose={close}>
      {children}
      {failure && <FieldError live>{failure}</FieldError>}
      <ConfirmButtons
        busy={busy}
        labels={labels}
        isDangerous={dialog.tone === 'bad'}
        onCancel={close}
        onConfirm={confirm}
      />
    </Dialog>
  )
}

export function LogoutPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const graphql = useGraphql()
  const context = useReaderContext()
  return (
    <ConfirmPanel
      open={open}
      onClose={onClose}
      icon={LogOut}
      title="정말 로그아웃하시겠어요?"
      labels={{ confirm: '로그아웃', busy: '로그아웃 중…' }}
      send={() => logout(graphql, {})}
      forget={() => clearViewer(context)}
    />
  )
}

export function WithdrawalPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const graphql = useGraphql()
  const context = useReaderContext()
  const viewer = useViewer()
  const summary = useQuery({ ...withdrawalSummaryQuery(graphql), enabled: open })
  const isGone = useRef(false)

  const forget = () => {
    keepAutoLogin(false)
    clearViewer(context)
  }
  return (
    <ConfirmPanel
      open={open}
      onClose={onClose}
      icon={UserX}
      tone="bad"
      title="정말 탈퇴하시겠어요?"
      description={lossOf(summary.data)}
      labels={{ confirm: '확인', busy: '탈퇴하는 중…' }}
      send={viewer && (() => remove(graphql, { jwt: viewer.jwt }))}
      forget={forget}
      onDone={() => {
        isGone.current = true
        toast('탈퇴가 완료되었어요. 계정과 함께 남긴 것을 모두 지웠어요. 그동안 맛집을 나눠 주셔서 고마워요.')
      }}
      finalFocus={() => (isGone.current && document.getElementById(FEED_TITLE_ID)) || true}
      failureText={failures.deleteOrWithdraw}
    >
      <ExportButton />
    </ConfirmPanel>
  )
}

/** What will be deleted with the account; shown once it has been counted. */
function lossOf(summary: WithdrawalSummary | undefined): string {
  if (!summary) return '계정과 글, 사진, 좋아요가 모두 지워지고 되돌릴 수 없어요.'
  const { posts, comments, images, likes } = summary
  const things = [
    posts && `글 ${posts}개`,
    comments && `댓글 ${comments}개`,
    images && `사진 ${images}장`,
    likes && `좋아요 ${likes}개`,
  ].filter(Boolean)
  return things.length > 0
    ? `계정과 ${things.join(', ')}가 모두 지워지고 되돌릴 수 없어요.`
    : '계정이 지워지고 되돌릴 수 없어요.'
}
