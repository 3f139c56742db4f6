import { expect, test } from 'vitest'
import { notificationText } from './notifications.ts'

const comment = { kind: 'comment', username: '준호', title: '을지로 손칼국수', text: '면이 두툼해요.' } as const

test('one comment is quoted; of several the post is named, because only the last is quoted', () => {
  expect(notificationText({ ...comment, actorCount: 1 })).toBe('준호 님이 댓글을 남겼어요. “면이 두툼해요.”')
  expect(notificationText({ ...comment, actorCount: 3 })).toBe(
    '준호 님 외 2명이 을지로 손칼국수에 댓글을 남겼어요. “면이 두툼해요.”',
  )
})
