import { topicParticle } from './particles.ts'

/** Kinds of notifications that a member can switch off. */
export const notificationKinds = ['like', 'comment', 'reply', 'mention', 'follow', 'post', 'plan'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Labels of the switches in the profile. */
export const notificationLabels: Readonly<Record<NotificationKind, string>> = {
  like: '내 글을 좋아할 때',
  comment: '내 글에 댓글이 달릴 때',
  reply: '내 댓글에 답글이 달릴 때',
  mention: '댓글에서 누군가 나를 언급할 때',
  follow: '누군가 나를 팔로우할 때',
  post: '팔로우한 이웃이 새 글을 올릴 때',
  plan: '내 모음에서 이웃이 함께 고를 때',
}

export const notificationMessages = {
  notFound: '알림을 찾을 수 없어요.',
  empty: '이웃의 소식이 오면 알려 드릴게요',
  kept: '알림은 90일 동안 보여 드려요.',
  noPushService: '이 브라우저로는 알림을 보낼 수 없어요.',
} as const

export const weeklyMailMessages = {
  label: '한 주에 한 번 메일로 받기',
  notOffered: '이 사이트에서는 소식 메일을 보낼 수 없어요.',
  ask: '한 주에 한 번 보내 드리는 소식 메일을 그만 받을까요?',
  end: '그만 받기',
  ended: '이제 소식 메일을 보내지 않아요.',
  unknownLink: '이 링크로는 메일을 그만 받을 수 없어요. 프로필의 알림 설정에서 꺼 주세요.',
} as const

/** Most devices of one member that get pushes, and the longest URL of one. */
export const pushLimits = {
  devices: 10,
  /** Characters of an endpoint. */
  endpoint: 1000,
} as const

/** Parts of which the sentence of a notification is made. */
export type NotificationFacts = Readonly<{
  kind: NotificationKind | 'moderation'
  /** Name of the last actor. */
  username: string
  actorCount: number
  /** Title of the post, or the collection's name. */
  title: string | null
  /** Text of the comment; empty for '저도 맛있었어요'. */
  text: string | null
}>

type NotificationPart = { text: string; is?: 'name' | 'title' }

/** Sentence of a notification in parts, the name first: '**오늘은면** 님 외 2명이 **을지로 손칼국수**를 좋아해요'. */
export function notificationParts(facts: NotificationFacts): NotificationPart[] {
  const { kind, username, actorCount, text } = facts
  if (kind === 'moderation') return [{ text: '운영자가 남긴 안내가 있어요' }]
  const title: NotificationPart = { text: facts.title ?? '', is: 'title' }
  const isTasty = kind === 'comment' && text === ''
  const particle = isTasty ? '도' : '이'
  const others = actorCount > 1 ? ` 외 ${actorCount - 1}명` : ''
  const who: NotificationPart[] = [{ text: username, is: 'name' }, { text: ` 님${others}${particle} ` }]
  const named = (rest: string, kindOfParticle: keyof typeof particles) => [
    ...who,
    title,
    { text: `${particleOf(title.text, kindOfParticle)} ${rest}` },
  ]
  const quoted = (ofSeveral: string, ofOne: string) =>
    actorCount > 1 ? [...who, title, { text: `${ofSeveral} “${text}”` }] : [...who, { text: `${ofOne} “${text}”` }]
  if (kind === 'like') return named('좋아해요', 'object')
  if (isTasty) return named('맛있었대요', 'subject')
  if (kind === 'reply') return quoted('에 답글을 남겼어요.', '답글을 남겼어요.')
  if (kind === 'mention') return quoted('에서 나를 언급했어요.', '나를 언급했어요.')
  if (kind === 'comment') return quoted('에 댓글을 남겼어요.', '댓글을 남겼어요.')
  if (kind === 'plan') return [...who, title, { text: '에서 함께 골라요' }]
  if (kind === 'follow') return [...who, { text: '나를 팔로우해요' }]
  return [...who, { text: '새 글을 올렸어요. ' }, title]
}

export function notificationText(facts: NotificationFacts): string {
  return notificationParts(facts)
    .map(({ text }) => text)
    .join('')
}

/** Keys: '은' after a final consonant, '는' after a vowel, '은(는)' after letters of unknown pronunciation. */
const particles = {
  object: { 은: '을', 는: '를', '은(는)': '을(를)' },
  subject: { 은: '이', 는: '가', '은(는)': '이(가)' },
} as const

function particleOf(title: string, kind: keyof typeof particles): string {
  return particles[kind][topicParticle(title) as keyof (typeof particles)['object']]
}
