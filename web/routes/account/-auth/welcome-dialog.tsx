import PartyPopper from 'virtual:icon/party-popper'
import { Dialog, DialogButtons } from '../../../kit/dialog.tsx'

type WelcomeDialogProps = { open: boolean; onClose: () => void; username: string; leadsHome: boolean }

/** Greets a new member. Every way of closing it leads to the next page. */
export function WelcomeDialog({ open, onClose, username, leadsHome }: WelcomeDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      leadsOn
      icon={PartyPopper}
      tone="good"
      title={`${username}님, 환영해요!`}
      description="회원가입이 완료되었어요."
    >
      <DialogButtons>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {leadsHome ? '홈으로' : '이어서 하기'}
        </button>
      </DialogButtons>
    </Dialog>
  )
}
