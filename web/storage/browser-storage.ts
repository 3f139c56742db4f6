import type { Viewer } from '#contract/reader-state.ts'

/** Enough to render the page, and no credential. */
type StoredUser = Omit<Viewer, 'restricted' | 'hue'>

const USER = 'user'
const AUTH = 'auth'
const AUTO_LOGIN = 'auto_login'

export function storedUser(): StoredUser | null {
  try {
    const user: unknown = JSON.parse(sessionStorage.getItem(USER) ?? 'null')
    return typeof user === 'object' && user !== null && 'jwt' in user ? (user as StoredUser) : null
  } catch {
    return null
  }
}

/** Stores the person for the next page of this tab. */
export function storeUser({ image, email, username, jwt, questionIndex }: StoredUser): void {
  quietly(() => {
    sessionStorage.setItem(USER, JSON.stringify({ image, email, username, jwt, questionIndex }))
    sessionStorage.setItem(AUTH, 'session')
  })
}

export function forgetUser(): void {
  quietly(() => {
    sessionStorage.removeItem(USER)
    sessionStorage.removeItem(AUTH)
  })
}

/** Whether 'auto-login' was ticked at the last login on this device. */
export function wantsAutoLogin(): boolean {
  try {
    return (JSON.parse(localStorage.getItem(AUTO_LOGIN) ?? 'null') as { auto?: unknown } | null)?.auto === true
  } catch {
    return false
  }
}

export function keepAutoLogin(auto: boolean): void {
  quietly(() => {
    if (auto) localStorage.setItem(AUTO_LOGIN, JSON.stringify({ v: 1, auto: true }))
    else localStorage.removeItem(AUTO_LOGIN)
  })
}

/** The site also works without storage. */
function quietly(write: () => void): void {
  try {
    write()
  } catch {}
}
