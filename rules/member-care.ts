/** Actions of an admin for a member who is locked out and asked for them. */
export const memberCareActions = {
  email: '이메일 주소 변경',
  sessions: '모든 기기에서 로그아웃',
  export: '데이터 다운로드',
  erase: '계정 삭제',
} as const
export type MemberCareAction = keyof typeof memberCareActions

/** Days within which another admin has to confirm an erasure. */
export const ERASURE_CONFIRMATION_DAYS = 7

export const memberCareMessages = {
  reason: '누구의 어떤 요청인지 적어 주세요.',
  same: '지금 쓰는 이메일과 같아요.',
  taken: '다른 이웃이 쓰는 이메일이에요.',
} as const
