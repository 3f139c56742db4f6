import { topicParticle } from '#rules/hangul.ts'
import type { Notification } from './notifications-query.ts'

/** What a notification says: '오늘은면 님 외 2명이 을지로 손칼국수를 좋아해요'. */
export function Sentence({ notification }: { notification: Notification }) {
  const { kind, title, text } = notification
  switch (kind) {
    case 'like':
      return (
        <>
          <Who notification={notification} /> <Title title={title} particle="object" /> 좋아해요
        </>
      )
    case 'comment':
      return text === '' ? (
        <>
          <Who notification={notification} also /> <Title title={title} particle="subject" /> 맛있었대요
        </>
      ) : (
        <>
          <Who notification={notification} /> 댓글을 남겼어요. “{text}”
        </>
      )
    case 'follow':
      return (
        <>
          <Who notification={notification} /> 나를 팔로우해요
        </>
      )
    case 'moderation':
      return '운영자가 남긴 안내가 있어요'
    default:
      return (
        <>
          <Who notification={notification} /> 새 글을 올렸어요. <b>{title}</b>
        </>
      )
  }
}

/** '오늘은면 님이', '오늘은면 님 외 2명이', '오늘은면 님 외 4명도'. */
function Who({ notification: { actors, actorCount }, also = false }: { notification: Notification; also?: boolean }) {
  const particle = also ? '도' : '이'
  return (
    <>
      <b>{actors[0]?.username}</b> 님{actorCount > 1 ? ` 외 ${actorCount - 1}명${particle}` : particle}
    </>
  )
}

/** After a final consonant, after a vowel, and after letters of which nobody knows how they are read. */
const particles = {
  object: { 은: '을', 는: '를', '은(는)': '을(를)' },
  subject: { 은: '이', 는: '가', '은(는)': '이(가)' },
} as const

function Title({ title, particle }: { title: string | null; particle: keyof typeof particles }) {
  const name = title ?? ''
  const topic = topicParticle(name) as keyof (typeof particles)['object']
  return (
    <>
      <b>{name}</b>
      {particles[particle][topic]}
    </>
  )
}
