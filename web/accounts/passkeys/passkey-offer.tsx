import { useState } from 'react'
import { PageIcon } from '../../kit/page-icons.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { hasUsedPasskey } from './passkey-use.tsx'

/** Offers a new member to add a first passkey, unless this browser has used one. */
export function PasskeyOffer() {
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(hasUsedPasskey)
  if (isDone) return null
  return (
    <section className="field" aria-labelledby="passkey-offer">
      <h2 id="passkey-offer" className="field-label">
        다음부터 한 번에 로그인하기
      </h2>
      <button type="button" className="btn btn-outline btn-wide" onClick={() => setOpen(true)}>
        <PageIcon name="key-round" />
        패스키 추가
      </button>
      <p className="hint">지문이나 얼굴, 화면 잠금으로 로그인해요. 프로필에서 언제든 추가할 수 있어요.</p>
      <AddPasskeyDialog open={isOpen} onClose={() => setOpen(false)} hasPasskey={false} onAdded={() => setDone(true)} />
    </section>
  )
}
