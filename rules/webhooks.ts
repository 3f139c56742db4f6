/** Events that webhooks send, with their names on the screen. */
export const webhookEvents = { post: '새 글', report: '새 신고', signup: '새 가입' } as const
export type WebhookEvent = keyof typeof webhookEvents

/** `waiting`: deliveries of one webhook; further ones are dropped. */
export const webhookLimits = { url: 500, webhooks: 10, waiting: 1000 } as const

export const webhookMessages = {
  url: 'https://로 시작하는 주소를 적어 주세요. 포트와 비밀번호가 든 주소는 쓸 수 없어요.',
  events: '알릴 일을 하나 이상 골라 주세요.',
  many: `${webhookLimits.webhooks}개까지 둘 수 있어요.`,
} as const
