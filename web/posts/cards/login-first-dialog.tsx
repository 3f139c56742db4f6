import { Link } from '@tanstack/react-router'
import { paths } from '#rules/paths.ts'
import { Dialog, DialogButtons } from '../../kit/dialog.tsx'
import { Bookmark, Heart } from '../../kit/icons.gen.ts'

export type WayBack = { next: string; returnIndex: number }

type LoginFirstDialogProps = {
  open: boolean
  onClose: () => void
  wayBack: WayBack | null
  /** Pressed button: the heart, or a mark that saves the post. */
  toSave?: boolean
}

export function LoginFirstDialog({ open, onClose, wayBack, toSave = false }: LoginFirstDialogProps) {
  const link = wayBack && { search: { next: wayBack.next }, state: { returnIndex: wayBack.returnIndex } }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={toSave ? Bookmark : Heart}
      title={toSave ? '로그인하면 내 맛집에 담을 수 있어요' : '로그인하면 좋아요를 남길 수 있어요'}
      description="로그인한 뒤 보던 글로 돌아와요."
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
