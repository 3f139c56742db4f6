/** Events that webhooks send, with their names on the screen. */
export const webhookEvents = { post: '새 글', report: '새 신고', signup: '새 가입' } as const
export type WebhookEvent = keyof typeof webhookEvents

/** `waiting`: deliveries of one webhook; further ones are dropped. */
export const webhookLimits = { url: 500, webhooks: 10, waiting: 1000 } as const

export const webhookMessages = {
  url: 'https://로 시작하는 주소를 적어 주세요. 포트나 비밀번호가 들어간 주소는 쓸 수 없어요.',
  events: '알림 종류를 하나 이상 선택해 주세요.',
  many: `${webhookLimits.webhooks}개까지 추가할 수 있어요.`,
} as const
