import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { type Press, wishFor } from '../../accounts/wish.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { Bookmark, Check, Heart } from '../../kit/icons.gen.ts'

/** What each press does that a visitor is asked to log in for. */
const purposes = {
  like: { icon: Heart, can: '좋아요를 남길 수 있어요' },
  save: { icon: Bookmark, can: '내 맛집에 담을 수 있어요' },
  choose: { icon: Heart, can: '함께 고를 수 있어요' },
  tell: { icon: Check, can: '이웃에게 알려 줄 수 있어요' },
} as const

export type Purpose = keyof typeof purposes

export type WayBack = { next: string; returnIndex: number; press: Press | undefined }

type LoginFirstDialogProps = {
  open: boolean
  onClose: () => void
  wayBack: WayBack | null
  purpose: Purpose
}

export function LoginFirstDialog({ open, onClose, wayBack, purpose }: LoginFirstDialogProps) {
  const link = wayBack && linkOf(wayBack)
  const { icon, can } = purposes[purpose]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={icon}
      title={`로그인하면 ${can}`}
      description="로그인한 뒤 보던 곳으로 돌아와요."
    >
      <DialogButtons>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          닫기
        </button>
        {link && (
          <Link to={paths.login} {...link} className="btn btn-primary">
            로그인
          </Link>
        )}
      </DialogButtons>
      {link && (
        <p className="dialog-text">
          아직 회원이 아니신가요?{' '}
          <Link to={paths.signUp} {...link} className="link">
            회원가입
          </Link>
        </p>
      )}
    </Dialog>
  )
}

function linkOf({ next, returnIndex, press }: WayBack) {
  return { search: { next }, state: () => ({ returnIndex, ...(press && wishFor(press)) }) }
}
