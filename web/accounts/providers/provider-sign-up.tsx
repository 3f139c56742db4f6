import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loginProviderMessages, loginProviderNames } from '#rules/provider-login.ts'
import { useGraphql } from '../../graphql.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { pendingLoginQuery, useProviderReturn } from './provider-return.ts'

type ProviderSignUpProps = {
  next: string | undefined
  invite: string | null
  /** Called with the e-mail address that the provider knows, to prefill the form with. */
  onEmail: (email: string) => void
  /** Whether the account is made without the provider's login. */
  isLeftOut: boolean
  /** Called when the person chooses so, and when that login has become too old. */
  onLeaveOut: () => void
}

/** On the sign-up screen: login buttons of providers, or a note that the person is signing up with an account at one. */
export function ProviderSignUp({ next, invite, onEmail, isLeftOut, onLeaveOut }: ProviderSignUpProps) {
  const graphql = useGraphql()
  const returned = useProviderReturn()
  const isNew = returned?.result === 'new'
  const pending = useQuery({ ...pendingLoginQuery(graphql), enabled: isNew, throwOnError: false })
  const known = isNew && !isLeftOut ? pending.data : undefined
  const email = known?.email
  const isOver = isNew && pending.data === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person that a provider brings
  useEffect(() => {
    if (email) onEmail(email)
    if (isOver) onLeaveOut()
  }, [email, isOver])
  if (known) {
    const name = loginProviderNames[known.provider]
    return (
      <div className="notice provider-notice" role="status">
        <span>
          {name} 계정으로 가입하고 있어요. 다음부터는 {name} 로그인으로 들어올 수 있어요.
        </span>
        <button type="button" className="btn btn-outline btn-small" onClick={onLeaveOut}>
          연결하지 않기
        </button>
      </div>
    )
  }
  if (isNew && pending.isPending) return null
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
