import Ban from 'virtual:icon/ban'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#rules/paths.ts'
import { type Author, blockUser, forgetHidden } from '../../authors/people.ts'
import { sentenceOf } from '../../failures.ts'
import { ConfirmButtons, Dialog } from '../../kit/dialog.tsx'
import { FieldError } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.ts'
import { useReaderContext } from '../../reader/viewer.ts'

type BlockDialogProps = { open: boolean; onClose: () => void; author: Pick<Author, 'handle' | 'username'> }

/** Says what a block does, and blocks. */
export function BlockDialog({ open, onClose, author: { handle, username } }: BlockDialogProps) {
  const context = useReaderContext()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => {
    if (busy) return
    setFailure(null)
    onClose()
  }
  const confirm = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await blockUser(context, handle, true)
      onClose()
      toast(`${username}님을 차단했어요. 프로필의 ‘내 이웃’에서 풀 수 있어요.`, { isForNextPage: true })
      await navigate({ to: paths.home, replace: true })
      forgetHidden(context)
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      icon={Ban}
      tone="bad"
      title={`${username}님을 차단할까요?`}
      description="서로의 글과 댓글, 소개가 보이지 않고, 서로 팔로우하던 것도 풀려요. 상대에게는 알리지 않아요."
    >
      {failure && <FieldError live>{failure}</FieldError>}
      <ConfirmButtons
        busy={busy}
        labels={{ confirm: '차단하기', busy: '차단하는 중…' }}
        isDangerous
        onCancel={close}
        onConfirm={() => void confirm()}
      />
    </Dialog>
  )
}
