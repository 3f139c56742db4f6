import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

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
export async function pushState(): Promise<boolean | null> {
  if (!('PushManager' in window) || Notification.permission === 'denied') return null
  const { pushManager } = await navigator.serviceWorker.ready
  return (await pushManager.getSubscription()) !== null
}

/** Asks the person, and lets the site send notifications to this browser. Returns whether they agreed. */
export async function startPush(execute: ExecuteGraphql): Promise<boolean> {
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
export async function stopPush(execute: ExecuteGraphql): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (!subscription) return
  await request(execute, unsubscribeDocument, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}
