import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { webpUrl } from '#rules/images.ts'
import { paths } from '#rules/paths.ts'
import { FollowButton, useAuthorAttributes } from '../authors/follow-button.tsx'
import { Ago } from '../kit/ago.tsx'
import { Avatar } from '../kit/avatar.tsx'
import { Heart, MessageCircle, Shield, SquarePen, UserPlus, UsersRound } from '../kit/icons.gen.ts'
import type { Notification } from './notifications-query.ts'
import './notifications.css'
import '../authors/people.css'
import { notificationParts, notificationText } from '#rules/notifications.ts'

const icons: Readonly<Record<Notification['kind'], typeof Heart>> = {
  like: Heart,
  comment: MessageCircle,
  reply: MessageCircle,
  mention: MessageCircle,
  follow: UserPlus,
  post: SquarePen,
  plan: UsersRound,
  moderation: Shield,
}

type NotificationRowProps = {
  notification: Notification
  onOpen: () => void
}

export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { kind, actors, actorCount, image, at, read } = notification
  const [actor] = actors
  const Icon = icons[kind]
  return (
    <li className={read ? 'notification' : 'notification notification-new'}>
      <div className="notification-row">
        <span className="notification-face">
          {actor ? (
            <>
              <Avatar name={actor.username} image={actor.image} />
              <i className={`notification-kind notification-kind-${kind}`}>
                <Icon className="icon" />
              </i>
            </>
          ) : (
            // A notification of the site, not of a member.
            <span className="avatar">
              <Icon className="icon" />
            </span>
          )}
        </span>
        <div className="notification-body">
          <p className="notification-text">
            <Sentence notification={notification} onOpen={onOpen} />
          </p>
          <p className="notification-when">
            <Ago at={at} />
            {!read && (
              <>
                {' ·\u00a0'}
                <b>새 알림</b>
              </>
            )}
          </p>
        </div>
        {image && (
          <span className="notification-photo">
            <img src={webpUrl(image, 320) ?? image} alt="" loading="lazy" decoding="async" />
          </span>
        )}
      </div>
      {kind === 'follow' && actor && actorCount === 1 && <FollowBack {...actor} />}
    </li>
  )
}

function FollowBack({ handle, username }: { handle: string; username: string }) {
  return (
    <span className="notification-follow" {...useAuthorAttributes(handle)}>
      <FollowButton handle={handle} username={username} className="btn btn-outline btn-small" label="나도 팔로우" />
    </span>
  )
}

function Sentence({ notification, onOpen }: NotificationRowProps) {
  const [actor] = notification.actors
  const facts = { ...notification, username: actor?.username ?? '' }
  const parts = notificationParts(facts)
  if (!actor || (notification.post === null && notification.collection === null)) {
    return (
      <Target notification={notification} onOpen={onOpen}>
        <Parts parts={parts} />
      </Target>
    )
  }
  const { handle } = actor
  return (
    <>
      <Link to={paths.author} params={{ handle }} className="notification-name" onClick={onOpen}>
        <Parts parts={parts.slice(0, 1)} />
      </Link>
      <Target notification={notification} onOpen={onOpen} label={notificationText(facts)}>
        <Parts parts={parts.slice(1)} />
      </Target>
    </>
  )
}

type TargetProps = NotificationRowProps & {
  label?: string
  children: ReactNode
}

function Target({ notification: { kind, post, collection, comment, actors }, onOpen, label, children }: TargetProps) {
  const link = { className: 'notification-target', onClick: onOpen, 'aria-label': label }
  if (kind === 'moderation') {
    return (
      <Link to={paths.profile} hash="decisions" {...link}>
        {children}
      </Link>
    )
  }
  if (collection !== null) {
    return (
      <Link to={paths.collection} params={{ id: collection }} {...link}>
        {children}
      </Link>
    )
  }
  if (post === null) {
    return (
      <Link to={paths.author} params={{ handle: actors[0]?.handle ?? '' }} {...link}>
        {children}
      </Link>
    )
  }
  return (
    <Link to={paths.post} params={{ id: post }} {...(comment !== null && { hash: `comment-${comment}` })} {...link}>
      {children}
    </Link>
  )
}

function Parts({ parts }: { parts: ReturnType<typeof notificationParts> }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their order
  return parts.map(({ text, is }, index) => (is ? <b key={index}>{text}</b> : text))
}
