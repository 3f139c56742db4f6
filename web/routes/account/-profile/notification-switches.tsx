import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type NotificationKind, notificationKinds, notificationLabels } from '#rules/notifications.ts'
import { useSignInAgain } from '../../../accounts/use-sign-in-again.ts'
import { sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { FieldError } from '../../../kit/field.tsx'
import { notificationSwitchesQuery, switchNotifications } from '../../../notifications/notifications-query.ts'
import { PushSwitch } from '../../../notifications/push-switch.tsx'

/** A switch for each kind of notification; it acts at once. */
export function NotificationSwitches() {
  const graphql = useGraphql()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const query = notificationSwitchesQuery(graphql)
  const { data: switches = [] } = useQuery({ ...query, refetchOnMount: false })
  const [failure, setFailure] = useState('')
  const change = async (kind: NotificationKind, on: boolean) => {
    const show = (state: boolean) =>
      client.setQueryData(query.queryKey, (all) => all?.map((one) => (one.kind === kind ? { kind, on: state } : one)))
    setFailure('')
    show(on)
    try {
      await switchNotifications(graphql, kind, on)
    } catch (error) {
      show(!on)
      if (!signInAgain(error)) setFailure(sentenceOf(error))
    }
  }
  return (
    <section id="notifications" className="account-section">
      <h2>알림</h2>
      <ul className="account-switches">
        {notificationKinds.map((kind) => (
          <li key={kind}>
            <label>
              <span>{notificationLabels[kind]}</span>
              <input
                type="checkbox"
                checked={switches.find((one) => one.kind === kind)?.on ?? true}
                onChange={(event) => void change(kind, event.currentTarget.checked)}
              />
            </label>
          </li>
        ))}
        <PushSwitch />
      </ul>
      {failure && <FieldError live>{failure}</FieldError>}
    </section>
  )
}
