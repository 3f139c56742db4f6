import { useEffect, useRef, useState } from 'react'
import { passkeyLimits } from '#rules/passkeys.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { FieldError } from '../../kit/field.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import type { Person } from '../../store/viewer.ts'
import { askPasskeyLogin, canAutofillPasskeys, cancelPasskeyRequest, PasskeyRefusedError } from './browser-passkeys.ts'
import { hasUsedPasskey, setHasUsedPasskey } from './passkey-use.tsx'
import { loginByPasskey } from './passkeys-query.ts'

/** Time after which a new challenge is requested, before the current one expires. */
const ASK_AGAIN_MS = (passkeyLimits.minutes - 1) * 60_000

type PasskeyLoginProps = {
  autoLogin: () => boolean
  onLogin: (person: Person) => Promise<unknown>
  /** Called when the e-mail field may offer passkeys in its autofill menu. */
  onOffer: () => void
}

/** Button to log in by passkey. If this browser has used one before, the e-mail field's autofill menu offers passkeys, too. */
export function PasskeyLogin({ autoLogin, onLogin, onOffer }: PasskeyLoginProps) {
  const graphql = useGraphql()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [round, setRound] = useState(0)
  const isPressed = useRef(false)

  const logIn = async (inField: boolean) => {
    const response = await askPasskeyLogin(graphql, inField)
    // Two logins at once would end each other's session.
    if (inField && isPressed.current) return
    isPressed.current = true
    setBusy(true)
    const person = await loginByPasskey(graphql, { response, autoLogin: autoLogin() })
    setHasUsedPasskey(true)
    await onLogin(person)
  }
  const endPress = () => {
    isPressed.current = false
    setBusy(false)
  }
  const showFailure = (error: unknown) => {
    if (!(error instanceof PasskeyRefusedError && error.isAborted)) setFailure(sentenceOf(error))
  }
  const press = async () => {
    if (isPressed.current) return
    isPressed.current = true
    setBusy(true)
    setFailure('')
    await logIn(false).catch(showFailure)
    endPress()
    setRound((count) => count + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once a round
  useEffect(() => {
    if (!hasUsedPasskey()) return
    let isOver = false
    const offer = async () => {
      if (!(await canAutofillPasskeys()) || isOver || isPressed.current) return
      onOffer()
      await logIn(true)
    }
    offer().catch((error: unknown) => {
      // The person has not pressed anything, so a refusal in the autofill menu is not shown; other errors are.
      if (isOver || error instanceof PasskeyRefusedError) return
      endPress()
      showFailure(error)
    })
    const timer = setTimeout(() => setRound((count) => count + 1), ASK_AGAIN_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      if (!isPressed.current) cancelPasskeyRequest()
    }
  }, [round])
  return (
    <div className="passkey-login">
      <button
        type="button"
        className="btn btn-outline btn-wide"
        aria-disabled={isBusy || undefined}
        onClick={() => void press()}
      >
        <PageIcon name="key-round" />
        {isBusy ? '패스키 확인 중…' : '패스키로 계속하기'}
      </button>
      {failure && <FieldError live>{failure}</FieldError>}
    </div>
  )
}
