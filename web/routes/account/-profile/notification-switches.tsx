import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type NotificationKind,
  notificationKinds,
  notificationLabels,
  weeklyMailMessages,
} from '#rules/notifications.ts'
import { useSignInAgain } from '../../../accounts/use-sign-in-again.ts'
import { sentenceOf } from '../../../failures.ts'
import { useGraphql } from '../../../graphql.ts'
import { FieldError } from '../../../kit/field.tsx'
import {
  type NotificationSettings,
  notificationSwitchesQuery,
  switchNotifications,
  switchWeeklyMail,
} from '../../../notifications/notifications-query.ts'
import { PushSwitch } from '../../../notifications/push-switch.tsx'
import { useTown } from '../../../storage/town.ts'

type Setting = (all: NotificationSettings, on: boolean) => Partial<NotificationSettings>

/** A switch for each kind of notification, and for the weekly mail; they act at once. */
export function NotificationSwitches() {
  const graphql = useGraphql()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const town = useTown()
  const query = notificationSwitchesQuery(graphql)
  const { data } = useQuery({ ...query, refetchOnMount: false })
  const [failure, setFailure] = useState('')
  const change = async (on: boolean, set: Setting, send: () => Promise<void>) => {
    const show = (state: boolean) => client.setQueryData(query.queryKey, (all) => all && { ...all, ...set(all, state) })
    setFailure('')
    show(on)
    try {
      await send()
    } catch (error) {
      show(!on)
      if (!signInAgain(error)) setFailure(sentenceOf(error))
    }
  }
  const changeKind = (kind: NotificationKind, on: boolean) => {
    const set: Setting = ({ switches }, state) => ({
      switches: switches.map((one) => (one.kind === kind ? { kind, on: state } : one)),
    })
    return change(on, set, () => switchNotifications(graphql, kind, on))
  }
  const changeWeekly = (on: boolean) => {
    const area = (on && town?.area) || null
    const set: Setting = (_, state) => ({ weekly: { on: state, area } })
    return change(on, set, () => switchWeeklyMail(graphql, on, area))
  }
  const area = data?.weekly?.on ? data.weekly.area : town?.area
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
                checked={data?.switches.find((one) => one.kind === kind)?.on ?? true}
                onChange={(event) => void changeKind(kind, event.currentTarget.checked)}
              />
            </label>
          </li>
        ))}
        <PushSwitch />
        {data?.weekly && (
          <li>
            <label>
              <span>
                {weeklyMailMessages.label}
                <small>
                  소식이 있는 주에만 월요일에 보내 드려요.
                  {area && ` ${area.split('/').at(-1)}의 TOP 10도 함께 보내요.`}
                </small>
              </span>
              <input
                type="checkbox"
                checked={data.weekly.on}
                onChange={(event) => void changeWeekly(event.currentTarget.checked)}
              />
            </label>
          </li>
        )}
      </ul>
      {failure && <FieldError live>{failure}</FieldError>}
    </section>
  )
}
