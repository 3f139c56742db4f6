import Heart from 'virtual:icon/heart'
import MessageCircle from 'virtual:icon/message-circle'
import Shield from 'virtual:icon/shield'
import SquarePen from 'virtual:icon/square-pen'
import UserPlus from 'virtual:icon/user-plus'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { variantUrl } from '#rules/images.ts'
import { paths } from '#rules/paths.ts'
import { FollowButton, useIs } from '../authors/follow-button.tsx'
import { Ago } from '../kit/ago.tsx'
import { Avatar } from '../kit/avatar.tsx'
import type { Notification } from './notifications-query.ts'
import './notifications.css'
import '../authors/people.css'
import { notificationParts } from '#rules/notifications.ts'

const icons: Readonly<Record<Notification['kind'], typeof Heart>> = {
  like: Heart,
  comment: MessageCircle,
  follow: UserPlus,
  post: SquarePen,
  moderation: Shield,
}

type NotificationRowProps = {
  notification: Notification
  /** It is opened, or marked as read. */
  onOpen: () => void
}

export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { kind, actors, actorCount, image, at, read } = notification
  const [actor] = actors
  const Icon = icons[kind]
  return (
    <li className={read ? 'notification' : 'notification notification-new'}>
      <Target notification={notification} onOpen={onOpen}>
        <span className="notification-face">
          <Avatar name={actor?.username ?? ''} image={actor?.image} />
          <i className={`notification-kind notification-kind-${kind}`}>
            <Icon className="icon" />
          </i>
        </span>
        <span className="notification-body">
          <span className="notification-text">
            <Sentence notification={notification} />
          </span>
          <span className="notification-when">
            <Ago at={at} />
            {!read && (
              <>
                {' · '}
                <b>새 알림</b>
              </>
            )}
          </span>
        </span>
        {image && (
          <span className="notification-photo">
            <img src={variantUrl(image, 320) ?? image} alt="" loading="lazy" decoding="async" />
          </span>
        )}
      </Target>
      {kind === 'follow' && actor && actorCount === 1 && <FollowBack {...actor} />}
    </li>
  )
}

function FollowBack({ handle, username }: { handle: string; username: string }) {
  return (
    <span className="notification-follow" {...useIs(handle)}>
      <FollowButton handle={handle} username={username} className="btn btn-outline btn-small" label="나도 팔로우" />
    </span>
  )
}

type TargetProps = Pick<NotificationRowProps, 'notification' | 'onOpen'> & { children: ReactNode }

/** What the notification is about: the post, the comment under it, or the latest follower. */
function Target({ notification: { kind, post, comment, actors }, onOpen, children }: TargetProps) {
  if (kind === 'moderation') {
    return (
      <Link to={paths.profile} hash="decisions" className="notification-link" onClick={onOpen}>
        {children}
      </Link>
    )
  }
  if (post === null) {
    return (
      <Link
        to={paths.author}
        params={{ handle: actors[0]?.handle ?? '' }}
        className="notification-link"
        onClick={onOpen}
      >
        {children}
      </Link>
    )
  }
  return (
    <Link
      to={paths.post}
      params={{ id: post }}
      {...(comment !== null && { hash: `comment-${comment}` })}
      className="notification-link"
      onClick={onOpen}
    >
      {children}
    </Link>
  )
}

function Sentence({ notification }: { notification: Notification }) {
  const username = notification.actors[0]?.username ?? ''
  return notificationParts({ ...notification, username }).map(({ text, isBold }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their order
    isBold ? <b key={index}>{text}</b> : text,
  )
}
