/** Companies with whose accounts people can sign in, if the operator has set the company's keys. */
export const loginProviders = ['kakao', 'naver'] as const

export type LoginProvider = (typeof loginProviders)[number]

export const loginProviderNames: Readonly<Record<LoginProvider, string>> = { kakao: '카카오', naver: '네이버' }

export const loginProviderLimits = {
  /** From the press of the button until the browser is back from the provider. */
  minutes: 10,
  /** From then until the person has signed up, or logged in to the account that they have. */
  pendingMinutes: 15,
  /** Characters of the page to return to; for a longer one, it is home. */
  next: 200,
} as const

/**
 * Outcomes of a sign-in at a provider that does not end in a login; the page shown next gets them in its URL's fragment. `code`: the
 * second step is needed; `new`: no account here has its verified e-mail address; `known`: one has; `linked`: a member has added it.
 */
export const loginReturnResults = [
  'code',
  'new',
  'known',
  'linked',
  'denied',
  'late',
  'failed',
  'away',
  'often',
  'taken',
  'other',
] as const

export type LoginReturnResult = (typeof loginReturnResults)[number]

type Failure = Exclude<LoginReturnResult, 'code' | 'new' | 'known' | 'linked'>

const failures: Readonly<Record<Failure, (name: string) => string>> = {
  denied: (name) => `${name} 로그인을 취소했어요.`,
  late: (name) => `시간이 지났거나 쿠키가 차단되어 있어요. ${name} 로그인을 다시 눌러 주세요.`,
  failed: (name) => `${name}에서 로그인을 확인하지 못했어요. 다시 시도해 주세요.`,
  away: (name) => `지금은 ${name}에 연결할 수 없어요. 잠시 후 다시 시도하거나 이메일로 로그인해 주세요.`,
  often: (name) => `${name} 로그인을 너무 많이 시도했어요. 잠시 후 다시 시도하거나 이메일로 로그인해 주세요.`,
  taken: (name) => `이 ${name} 계정은 이미 다른 계정에 연결되어 있어요.`,
  other: (name) => `이미 다른 ${name} 계정이 연결되어 있어요. 먼저 그 연결을 해제해 주세요.`,
}

/** The sentence of a failure; undefined for another result. */
export function loginReturnFailure(provider: LoginProvider, result: LoginReturnResult): string | undefined {
  return failures[result as Failure]?.(loginProviderNames[provider])
}

export const loginProviderMessages = {
  pendingLate: '시간이 지났어요. 카카오·네이버 로그인을 다시 눌러 주세요.',
  notSet: '이 사이트에서는 쓰지 않는 로그인이에요.',
  notYours: '이 계정의 이메일이 달라서 연결하지 않았어요. 프로필에서 연결해 주세요.',
  suspended: '이용이 정지된 동안에는 연결을 해제할 수 없어요.',
} as const

/** Outcome as a fragment, because a fragment reaches no server, so the page is the same for everybody. */
export function loginReturnFragment(provider: LoginProvider, result: LoginReturnResult): string {
  return `provider=${provider}&result=${result}`
}

export function parseLoginReturn(fragment: string): { provider: LoginProvider; result: LoginReturnResult } | null {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''))
  const provider = loginProviders.find((one) => one === parts.get('provider'))
  const result = loginReturnResults.find((one) => one === parts.get('result'))
  return provider && result ? { provider, result } : null
}
