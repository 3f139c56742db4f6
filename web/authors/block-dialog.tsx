import { useNavigate } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Ban } from '../kit/icons.gen.ts'
import { toast } from '../kit/toast.tsx'
import { useRouterContext } from '../router-context.ts'
import { blockUser, dropTabData } from './people.ts'

type BlockDialogProps = {
  open: boolean
  onClose: () => void
  author: { handle: string; username: string }
}

/** Blocks the author of the page, and leads home, because the reader cannot see the page any more. */
export function BlockDialog({ open, onClose, author: { handle, username } }: BlockDialogProps) {
  const context = useRouterContext()
  const navigate = useNavigate()
  const block = async () => {
    await blockUser(context, handle, true)
    onClose()
    toast(`${username}님을 차단했어요. 프로필의 ‘내 이웃’\u2060에서 해제할 수 있어요.`, { isForNextPage: true })
    await navigate({ to: paths.home, replace: true })
    dropTabData(context)
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      icon={Ban}
      tone="bad"
      title={`${username}님을 차단할까요?`}
      description="서로의 글과 댓글, 소개가 보이지 않고, 서로의 팔로우도 취소돼요. 내 맛집에 담은 상대의 글도 차단을 해제할 때까지 숨겨져요. 상대에게는 알리지 않아요."
      labels={{ confirm: '차단하기', busy: '차단하는 중…' }}
      onConfirm={block}
    />
  )
}
