import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loginProviderMessages, loginProviderNames } from '#rules/provider-login.ts'
import { type ExecuteGraphql, useGraphql, type VariablesOf } from '../../graphql.ts'
import type { Person } from '../../store/viewer.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { getPendingLogin, signUpByProvider } from './provider-queries.ts'
import { useProviderReturn } from './use-provider-return.ts'

/** Sends the sign-up form. */
export type SendSignUp = (execute: ExecuteGraphql, fields: VariablesOf<typeof signUpByProvider>) => Promise<Person>

type ProviderSignUpProps = {
  next: string | undefined
  invite: string | null
  /** Called with the e-mail address that the provider knows, to prefill the form with. */
  onEmail: (email: string) => void
  /** Called with the function that sends the form with the provider's identity; with null, the form is sent without one. */
  onSignUp: (send: SendSignUp | null) => void
}

/** On the sign-up screen: login buttons of providers, or a note that the person is signing up with an account at one. */
export function ProviderSignUp({ next, invite, onEmail, onSignUp }: ProviderSignUpProps) {
  const graphql = useGraphql()
  const returned = useProviderReturn()
  const isNew = returned?.result === 'new'
  const [isLeftOut, setLeftOut] = useState(false)
  const pending = useQuery({
    queryKey: ['pending_login'],
    queryFn: ({ signal }) => getPendingLogin(graphql, {}, { signal }),
    enabled: isNew,
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })
  const known = isNew && !isLeftOut ? pending.data : undefined
  const { provider, email } = known ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person that a provider brings
  useEffect(() => {
    if (email) onEmail(email)
    onSignUp(provider ? (execute, fields) => signUpByProvider(execute, { ...fields, provider }) : null)
  }, [provider, email])
  if (known) {
    const name = loginProviderNames[known.provider]
    return (
      <div className="notice provider-notice" role="status">
        <span>
          {name} 계정으로 가입하고 있어요. 다음부터는 {name} 로그인으로 들어올 수 있어요.
        </span>
        <button type="button" className="btn btn-outline btn-small" onClick={() => setLeftOut(true)}>
          연결하지 않기
        </button>
      </div>
    )
  }
  if (isNew && pending.isPending) return null
  const isOver = isNew && !isLeftOut && pending.data === null
  return (
    <ProviderButtons
      next={next}
      invite={invite}
      autoLogin={() => false}
      failure={isOver ? loginProviderMessages.pendingLate : ''}
      onPress={() => {}}
    />
  )
}
