import { useEffect, useState } from 'react'
import { loginProviderNames, loginReturnFailure } from '#rules/provider-login.ts'
import { useGraphql } from '../../graphql.ts'
import { Info } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { linkPendingLogin } from './provider-queries.ts'
import { useProviderReturn } from './use-provider-return.ts'

type ProviderLoginProps = {
  next: string | undefined
  autoLogin: () => boolean
  /** Called when the login at the provider succeeded and the account also asks for a two-step code; `proven` completes '…확인했어요'. */
  onCode: (proven: string) => void
  /** Called with a function that links the provider's login, to be run after the person has signed in. */
  onPending: (finish: () => Promise<void>) => void
}

/** Buttons to log in at a provider, and the outcome of a login there that has just returned. */
export function ProviderLogin({ next, autoLogin, onCode, onPending }: ProviderLoginProps) {
  const graphql = useGraphql()
  const returned = useProviderReturn()
  const [isPressed, setPressed] = useState(false)
  const { provider, result } = returned ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return
  useEffect(() => {
    if (!provider) return
    if (result === 'code') onCode(`${loginProviderNames[provider]} 로그인을`)
    if (result !== 'known') return
    onPending(async () => {
      const name = loginProviderNames[provider]
      await linkPendingLogin(graphql, { provider }).then(
        () => toast(`${name} 로그인을 연결했어요.`, { isForNextPage: true }),
        () => toast(`${name} 로그인은 연결하지 못했어요. 프로필에서 연결해 주세요.`, { isForNextPage: true }),
      )
    })
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
