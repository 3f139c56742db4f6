import { useEffect, useState } from 'react'
import { loginProviderNames, loginReturnFailure } from '#rules/provider-login.ts'
import { Info } from '../../kit/icons.gen.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { useProviderReturn } from './provider-return.ts'

type ProviderLoginProps = {
  next: string | undefined
  autoLogin: () => boolean
  /** Called when the login at the provider succeeded and the account also asks for a two-step code; `proven` completes '…확인했어요'. */
  onCode: (proven: string) => void
}

/** Buttons to log in at a provider, and the outcome of a login there that has just returned. */
export function ProviderLogin({ next, autoLogin, onCode }: ProviderLoginProps) {
  const returned = useProviderReturn()
  const [isPressed, setPressed] = useState(false)
  const { provider, result } = returned ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (provider && result === 'code') onCode(`${loginProviderNames[provider]} 로그인을`)
  }, [provider, result])
  const failure = returned && !isPressed ? loginReturnFailure(returned.provider, returned.result) : undefined
  return (
    <>
      {provider && result === 'known' && (
        <p className="notice" role="status">
          <Info className="icon" />
          <span>
            이미 가입한 이메일이에요. 그 계정으로 로그인하면 {loginProviderNames[provider]} 로그인을 연결해 드려요.
          </span>
        </p>
      )}
      <ProviderButtons next={next} autoLogin={autoLogin} failure={failure ?? ''} onPress={() => setPressed(true)} />
    </>
  )
}
