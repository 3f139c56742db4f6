export const notificationKinds = ['like', 'comment', 'follow', 'post'] as const

export const notificationMessages = {
  notFound: '알림을 찾을 수 없어요.',
} as const
