/** Those that a member can switch off. */
export const notificationKinds = ['like', 'comment', 'follow', 'post'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Of the switches in the profile. */
export const notificationLabels: Readonly<Record<NotificationKind, string>> = {
  like: '내 글을 좋아할 때',
  comment: '내 글에 댓글이 달릴 때',
  follow: '누군가 나를 팔로우할 때',
  post: '팔로우한 이웃이 새 글을 올릴 때',
}

export const notificationMessages = {
  notFound: '알림을 찾을 수 없어요.',
  empty: '이웃의 소식이 오면 알려 드릴게요',
  kept: '알림은 90일 동안 보여 드려요.',
} as const
