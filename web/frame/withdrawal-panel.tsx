import UserX from 'virtual:icon/user-x'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failures } from '#rules/errors.ts'
import { remove, type WithdrawalSummary, withdrawalSummaryQuery } from '../accounts/account.ts'
import { ExportButton } from '../accounts/export-button.tsx'
import { clearViewer, useViewer } from '../accounts/viewer.ts'
import { DoneDialog } from '../kit/message-dialogs.tsx'
import { useGraphql } from '../kit/use-graphql.ts'
import { FEED_TITLE_ID } from '../posts/feed-title.ts'
import { keepAutoLogin } from '../storage/browser-storage.ts'
import { ConfirmPanel } from './confirm-panel.tsx'

/** Asks for confirmation, then withdraws the account. */
export function WithdrawalPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const summary = useQuery({ ...withdrawalSummaryQuery(graphql), enabled: open })
  const [done, setDone] = useState(false)

  const forget = () => {
    keepAutoLogin(false)
    clearViewer(queryClient)
  }
  return (
    <>
      <ConfirmPanel
        open={open}
        onClose={onClose}
        icon={UserX}
        tone="bad"
        title="정말 탈퇴하시겠습니까?"
        description={lossOf(summary.data)}
        labels={{ confirm: '확인', busy: '탈퇴하는 중…' }}
        send={viewer && (() => remove(graphql, viewer.jwt))}
        forget={forget}
        onDone={() => setDone(true)}
        failureText={failures.deleteOrWithdraw}
      >
        <ExportButton />
      </ConfirmPanel>
      <DoneDialog
        open={done}
        onClose={() => setDone(false)}
        message="탈퇴가 완료되었어요."
        description="계정과 함께 남긴 것을 모두 지웠어요. 그동안 맛집을 나눠 주셔서 고맙습니다."
        finalFocus={() => document.getElementById(FEED_TITLE_ID) ?? true}
      />
    </>
  )
}

/** What will be deleted with the account; shown once it has been counted. */
function lossOf(summary: WithdrawalSummary | undefined): string {
  if (!summary) return '글과 사진, 좋아요도 함께 지워지고 되돌릴 수 없어요.'
  const { posts, images, likes } = summary
  const things = [posts && `글 ${posts}개`, images && `사진 ${images}장`, likes && `좋아요 ${likes}개`].filter(Boolean)
  return things.length > 0
    ? `${things.join(' · ')}도 함께 지워지고 되돌릴 수 없어요.`
    : '계정이 지워지고 되돌릴 수 없어요.'
}
