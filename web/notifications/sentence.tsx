import { notificationParts } from '#rules/notifications.ts'
import type { Notification } from './notifications-query.ts'

/** What a notification says. */
export function Sentence({ notification }: { notification: Notification }) {
  const username = notification.actors[0]?.username ?? ''
  return notificationParts({ ...notification, username }).map(({ text, isBold }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their order
    isBold ? <b key={index}>{text}</b> : text,
  )
}
