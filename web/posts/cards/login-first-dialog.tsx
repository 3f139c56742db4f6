import { Link, type ParsedLocation } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import type { Press } from '../../accounts/pending-press.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { entryIndexOf } from '../../kit/history-entry.ts'
import { Bookmark, Check, Heart } from '../../kit/icons.gen.ts'

const collect = { icon: Bookmark, can: '내 맛집에 담을 수 있어요' }

/** Purposes of the presses that need a login, by the first word of the press. */
const purposes = {
  liked: { icon: Heart, can: '좋아요를 남길 수 있어요' },
  wanted: collect,
  been: collect,
  collect,
  chosen: { icon: Heart, can: '함께 고를 수 있어요' },
  tell: { icon: Check, can: '이웃에게 알려 줄 수 있어요' },
} as const

/** A press that is not repeated after the login, because it leads to questions that only the person can answer. */
export type UnrepeatedPress = 'collect' | 'tell'

type LoginFirstDialogProps = {
  open: boolean
  onClose: () => void
  wayBack: ParsedLocation | null
  press: Press | UnrepeatedPress
}

export function LoginFirstDialog({ open, onClose, wayBack, press }: LoginFirstDialogProps) {
  const link = wayBack && linkOf(wayBack, press)
  const { icon, can } = purposes[press.split(' ')[0] as keyof typeof purposes]
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

function linkOf(wayBack: ParsedLocation, press: Press | UnrepeatedPress) {
  const pending = press === 'collect' || press === 'tell' ? {} : { pendingPress: { press, at: Date.now() } }
  return { search: { next: wayBack.href }, state: () => ({ returnIndex: entryIndexOf(wayBack), ...pending }) }
}
