import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type NotificationKind,
  notificationKinds,
  notificationLabels,
  weeklyMailMessages,
} from '#rules/notifications.ts'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { sentenceOf } from '../../../failures.ts'
import { type ExecuteGraphql, graphql, useGraphql } from '../../../graphql.ts'
import { FieldError } from '../../../kit/field.tsx'
import {
  type NotificationSettings,
  notificationSwitchesQuery,
  switchNotifications,
  switchWeeklyMail,
} from '../../../notifications/notifications-query.ts'
import { useTown } from '../../../storage/remembered.ts'

type Setting = (all: NotificationSettings, on: boolean) => Partial<NotificationSettings>

export function NotificationSwitches() {
  const graphql = useGraphql()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const town = useTown()
  const query = notificationSwitchesQuery(graphql)
  const { data } = useQuery({ ...query, refetchOnMount: false })
  const [failure, setFailure] = useState('')
  const change = async (on: boolean, set: Setting, send: () => Promise<unknown>) => {
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
    return change(on, set, () => switchNotifications(graphql, { kind, on }))
  }
  const changeWeekly = (on: boolean) => {
    const area = (on && town?.area) || null
    const set: Setting = (_, state) => ({ weekly: { on: state, area } })
    return change(on, set, () => switchWeeklyMail(graphql, { on, area }))
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

function PushSwitch() {
  const graphql = useGraphql()
  const signInAgain = useSignInAgain()
  const [on, setOn] = useState<boolean | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    pushState().then(setOn, () => setOn(null))
  }, [])
  if (on === null) return null
  const change = async (wanted: boolean) => {
    setFailure('')
    setOn(wanted)
    try {
      if (!wanted) await stopPush(graphql)
      else if (!(await startPush(graphql))) {
        setOn(false)
        setFailure('브라우저 설정에서 알림을 허용해 주세요.')
      }
    } catch (error) {
      setOn(!wanted)
      if (!signInAgain(error)) setFailure(sentenceOf(error))
    }
  }
  return (
    <li>
      <label>
        <span>
          이 기기로 알림 받기
          <small>화면을 닫아 두어도 알려 드려요.</small>
        </span>
        <input type="checkbox" checked={on} onChange={(event) => void change(event.currentTarget.checked)} />
      </label>
      {failure && <FieldError live>{failure}</FieldError>}
    </li>
  )
}

const getPushKey = graphql(/* GraphQL */ `
  query getPushKey { getPushKey }
`)

const subscribePush = graphql(/* GraphQL */ `
  mutation subscribePush($endpoint: String!, $p256dh: String!, $auth: String!) {
    subscribePush(endpoint: $endpoint, p256dh: $p256dh, auth: $auth) { count }
  }
`)

const unsubscribePush = graphql(/* GraphQL */ `
  mutation unsubscribePush($endpoint: String!) { unsubscribePush(endpoint: $endpoint) { count } }
`)

async function pushState(): Promise<boolean | null> {
  if (!('PushManager' in window) || Notification.permission === 'denied') return null
  const { pushManager } = await navigator.serviceWorker.ready
  return (await pushManager.getSubscription()) !== null
}

async function startPush(execute: ExecuteGraphql): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = await getPushKey(execute, {})
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  try {
    await subscribePush(execute, { endpoint, p256dh, auth })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return true
}

/** Ends push notifications of this browser. The site is told first, because it would otherwise push to an ended subscription. */
async function stopPush(execute: ExecuteGraphql): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (!subscription) return
  await unsubscribePush(execute, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}
