import { useEffect, useRef, useState } from 'react'
import { passkeyLimits } from '#rules/passkeys.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { FieldError } from '../../kit/field.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import type { Person } from '../../store/viewer.ts'
import { askToLogIn, offersInFields, PasskeyRefused, stopAsking } from './ask-browser.ts'
import { hasUsedPasskey, keepPasskeyUse } from './has-passkeys.tsx'
import { loginByPasskey } from './passkeys-query.ts'

/** Asks for a new challenge before the last one ends. */
const ASK_AGAIN_MS = (passkeyLimits.minutes - 1) * 60_000

type PasskeyLoginProps = {
  autoLogin: () => boolean
  onLogin: (person: Person) => Promise<unknown>
  /** The e-mail field may offer passkeys in its menu. */
  onOffer: () => void
}

/** A login in one press. Where a passkey was used before, the menu of the e-mail field offers it, too. */
export function PasskeyLogin({ autoLogin, onLogin, onOffer }: PasskeyLoginProps) {
  const graphql = useGraphql()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [round, setRound] = useState(0)
  const isPressed = useRef(false)

  const logIn = async (inField: boolean) => {
    const response = await askToLogIn(graphql, inField)
    // Two logins at once would end each other's session.
    if (inField && isPressed.current) return
    isPressed.current = true
    setBusy(true)
    const person = await loginByPasskey(graphql, { response, autoLogin: autoLogin() })
    keepPasskeyUse(true)
    await onLogin(person)
  }
  const endPress = () => {
    isPressed.current = false
    setBusy(false)
  }
  const showFailure = (error: unknown) => {
    if (!(error instanceof PasskeyRefused && error.isOver)) setFailure(sentenceOf(error))
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
      if (!(await offersInFields()) || isOver || isPressed.current) return
      onOffer()
      await logIn(true)
    }
    offer().catch((error: unknown) => {
      // The browser asks by itself, so only a refused choice is told.
      if (isOver || error instanceof PasskeyRefused) return
      endPress()
      showFailure(error)
    })
    const timer = setTimeout(() => setRound((count) => count + 1), ASK_AGAIN_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      if (!isPressed.current) stopAsking()
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
