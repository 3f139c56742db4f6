/** `uses`: sign-ups by one invitation; `note` in code points; `open`: invitations of the site that are still usable. */
export const invitationLimits = { uses: 500, days: 365, note: 60, open: 100 } as const

export const invitationMessages = {
  uses: `1명에서 ${invitationLimits.uses}명까지 초대할 수 있어요.`,
  days: `1일에서 ${invitationLimits.days}일까지 정할 수 있어요.`,
  noteLong: `${invitationLimits.note}자 이내로 적어 주세요.`,
  many: `쓸 수 있는 초대 링크는 ${invitationLimits.open}개까지 만들 수 있어요. 쓰지 않는 링크를 먼저 취소해 주세요.`,
  /** Shown to somebody who signs up with an invitation that is used up, over or revoked, while sign-up is closed. */
  over: '이 초대 링크는 더 이상 쓸 수 없어요. 초대한 분께 새 링크를 받아 주세요.',
} as const
