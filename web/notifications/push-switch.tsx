import { useEffect, useState } from 'react'
import { useSignInAgain } from '../accounts/use-sign-in-again.ts'
import { sentenceOf } from '../failures.ts'
import { type ExecuteGraphql, graphql, request, useGraphql } from '../graphql.ts'
import { FieldError } from '../kit/field.tsx'

/** An item of the switches: whether this browser shows notifications while the site is closed; nothing where it cannot. */
export function PushSwitch() {
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

const keyDocument = graphql(/* GraphQL */ `
  query getPushKey {
    getPushKey
  }
`)

const subscribeDocument = graphql(/* GraphQL */ `
  mutation subscribePush($endpoint: String!, $p256dh: String!, $auth: String!) {
    subscribePush(endpoint: $endpoint, p256dh: $p256dh, auth: $auth) { count }
  }
`)

const unsubscribeDocument = graphql(/* GraphQL */ `
  mutation unsubscribePush($endpoint: String!) {
    unsubscribePush(endpoint: $endpoint) { count }
  }
`)

/** Whether this browser takes notifications, once it has the service worker; null if it cannot. */
async function pushState(): Promise<boolean | null> {
  if (!('PushManager' in window) || Notification.permission === 'denied') return null
  const { pushManager } = await navigator.serviceWorker.ready
  return (await pushManager.getSubscription()) !== null
}

/** Asks the person, and lets the site send notifications to this browser. Returns whether they agreed. */
async function startPush(execute: ExecuteGraphql): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { pushManager } = await navigator.serviceWorker.ready
  const { getPushKey: applicationServerKey } = await request(execute, keyDocument, {})
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  try {
    await request(execute, subscribeDocument, { endpoint, p256dh, auth })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  return true
}

/** The site forgets the browser first: what the browser alone forgets would be tried once more. */
async function stopPush(execute: ExecuteGraphql): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (!subscription) return
  await request(execute, unsubscribeDocument, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}
