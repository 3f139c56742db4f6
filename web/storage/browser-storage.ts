import { useSyncExternalStore } from 'react'
import type { Viewer } from '#contract/reader-state.ts'
import { createListeners } from '../listeners.ts'

type Area = 'sessionStorage' | 'localStorage'

/** Functions to call when this page or another tab stores something. */
export const storageListeners = createListeners()

function readText(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

export function readJson(area: Area, key: string): unknown {
  return parse(readText(area, key))
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Stores a text, or removes it for null. Without storage, or without room in it, nothing happens. */
export function storeText(area: Area, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
  } catch {}
  storageListeners.notify()
}

/** Stores JSON with a checksum in the tab, or removes it for null. */
export function writeSealed(key: string, json: string | null): void {
  storeText('sessionStorage', key, json && sealOf(json) + json)
}

/** JSON that this build stored by `writeSealed`; null for any other text, so that its fields need no checks. */
export function readSealed(key: string): unknown {
  const [, seal, json = ''] = /^(\d+)(.+)/s.exec(readText('sessionStorage', key) ?? '') ?? []
  return seal === sealOf(json) ? parse(json) : null
}

/** Checksum of a text and the build, as decimal digits. It finds other builds and damage, not people who know it. */
function sealOf(json: string): string {
  const sealed = import.meta.url + json
  let seal = 0
  for (let at = 0; at < sealed.length; at++) seal = (31 * seal + sealed.charCodeAt(at)) >>> 0
  return String(seal)
}

/** Value stored on this device as JSON, updated after changes by this page and other tabs; undefined on the server and until hydration. */
export function useStored(key: string): unknown {
  const text = useSyncExternalStore(
    storageListeners.subscribe,
    () => readText('localStorage', key),
    () => undefined,
  )
  return text === undefined ? undefined : parse(text)
}

/** Account data in the tab's storage: enough to render the page, and no credential. */
type StoredUser = Omit<Viewer, 'restricted' | 'hue'>

const USER = 'user'
const AUTH = 'auth'
const AUTO_LOGIN = 'auto_login'

export function getStoredUser(): StoredUser | null {
  const user = readJson('sessionStorage', USER) as StoredUser | null
  return typeof user?.jwt === 'string' && /^[\w-]+$/.test(user.jwt) ? user : null
}

export function storeUser({ image, email, username, jwt, questionIndex }: StoredUser): void {
  storeText('sessionStorage', USER, JSON.stringify({ image, email, username, jwt, questionIndex }))
  storeText('sessionStorage', AUTH, 'session')
}

/** Removes the account data from the tab's storage. */
export function forgetStoredUser(): void {
  storeText('sessionStorage', USER, null)
  storeText('sessionStorage', AUTH, null)
}

const isAuto = (stored: unknown): boolean => (stored as { auto?: unknown } | null | undefined)?.auto === true

export function wantsAutoLogin(): boolean {
  return isAuto(readJson('localStorage', AUTO_LOGIN))
}

/** Whether somebody has chosen automatic login on this device; false until hydration. */
export const useAutoLogin = (): boolean => isAuto(useStored(AUTO_LOGIN))

/** Stores on this device whether the person has chosen automatic login. */
export function storeAutoLogin(auto: boolean): void {
  storeText('localStorage', AUTO_LOGIN, auto ? JSON.stringify({ v: 1, auto: true }) : null)
}
