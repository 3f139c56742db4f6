import Ban from 'virtual:icon/ban'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { type Author, blockUser, forgetHidden } from '../../authors/people.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { toast } from '../../kit/toast.ts'
import { useReaderContext } from '../../reader/viewer.ts'

type BlockDialogProps = { open: boolean; onClose: () => void; author: Pick<Author, 'handle' | 'username'> }

/** Says what a block does, and blocks. */
export function BlockDialog({ open, onClose, author: { handle, username } }: BlockDialogProps) {
  const context = useReaderContext()
  const navigate = useNavigate()
  const block = async () => {
    await blockUser(context, handle, true)
    onClose()
    toast(`${username}님을 차단했어요. 프로필의 ‘내 이웃’에서 풀 수 있어요.`, { isForNextPage: true })
    await navigate({ to: paths.home, replace: true })
    forgetHidden(context)
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      icon={Ban}
      tone="bad"
      title={`${username}님을 차단할까요?`}
      description="서로의 글과 댓글, 소개가 보이지 않고, 서로 팔로우하던 것도 풀려요. 상대에게는 알리지 않아요."
      labels={{ confirm: '차단하기', busy: '차단하는 중…' }}
      onConfirm={block}
    />
  )
}
