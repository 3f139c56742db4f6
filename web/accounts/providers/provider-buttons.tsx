import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type LoginProvider, loginProviderNames } from '#rules/provider-login.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { FieldError } from '../../kit/field.tsx'
import { usePageInfo } from '../../page-info.ts'
import { keepPressForReturn } from '../kept-press.ts'
import { ProviderMark } from './provider-mark.tsx'
import { beginProviderLogin } from './provider-queries.ts'

type ProviderButtonsProps = {
  next: string | undefined
  autoLogin: () => boolean
  /** Code of the invitation link that the visitor opened to sign up. */
  invite?: string | null
  /** Message about the last failed login at a provider; empty after another press. */
  failure: string
  onPress: () => void
}

/** A login button for each provider, in the design that the provider prescribes. A press leaves the site. */
export function ProviderButtons({ next, autoLogin, invite = null, failure, onPress }: ProviderButtonsProps) {
  const graphql = useGraphql()
  const router = useRouter()
  const { logins = [] } = usePageInfo().site
  const { isPending, isSuccess, error, mutate, reset } = useMutation({
    mutationFn: (provider: LoginProvider) => {
      const back = keepPressForReturn(next, router.latestLocation.state.pendingPress) ?? null
      return beginProviderLogin(graphql, { provider, next: back, autoLogin: autoLogin(), invite })
    },
    onSuccess: (url) => leaveForProvider(url),
  })
  // If Back restores the page from the browser's cache, its buttons must work again.
  useEffect(() => {
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [reset])
  const isBusy = isPending || isSuccess
  const said = sentenceOf(error) || failure
  return (
    <div className="provider-logins">
      {logins.map((provider) => (
        <button
          key={provider}
          type="button"
          className="btn btn-wide provider-login"
          data-provider={provider}
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (isBusy) return
            onPress()
            mutate(provider)
          }}
        >
          <ProviderMark provider={provider} />
          {loginProviderNames[provider]} 로그인
        </button>
      ))}
      {said && <FieldError live>{said}</FieldError>}
    </div>
  )
}

/** Leaves the site for the login page of a provider. */
export function leaveForProvider(url: string): void {
  location.assign(url)
}
