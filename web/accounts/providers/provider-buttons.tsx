import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type LoginProvider, providerNames } from '#rules/provider-login.ts'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { FieldError } from '../../kit/field.tsx'
import { usePageInfo } from '../../page-info.ts'
import { carryWish } from '../carried-wish.ts'
import { ProviderMark } from './provider-mark.tsx'
import { beginProviderLogin } from './provider-queries.ts'

type ProviderButtonsProps = {
  next: string | undefined
  autoLogin: () => boolean
  /** Invitation of the link that led to the sign-up. */
  invite?: string | null
  /** Message about the last failed login at the provider, until another press. */
  failure: string
  onPress: () => void
}

/** The buttons of the providers, as their rules of design say. A press leaves the site. */
export function ProviderButtons({ next, autoLogin, invite = null, failure, onPress }: ProviderButtonsProps) {
  const graphql = useGraphql()
  const router = useRouter()
  const { logins = [] } = usePageInfo().site
  const { isPending, isSuccess, error, mutate, reset } = useMutation({
    mutationFn: (provider: LoginProvider) => {
      const back = carryWish(next, router.latestLocation.state.wish) ?? null
      return beginProviderLogin(graphql, { provider, next: back, autoLogin: autoLogin(), invite })
    },
    onSuccess: (url) => leaveFor(url),
  })
  // A page that Back brings from the browser's cache is pressed again.
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
          {providerNames[provider]} 로그인
        </button>
      ))}
      {said && <FieldError live>{said}</FieldError>}
    </div>
  )
}

/** Leaves the site for a provider; the profile does too. */
export function leaveFor(url: string): void {
  location.assign(url)
}
