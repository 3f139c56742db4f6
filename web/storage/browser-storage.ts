import { useSyncExternalStore } from 'react'
import type { Viewer } from '#contract/reader-state.ts'
import { createListeners } from '../listeners.ts'

type Area = 'sessionStorage' | 'localStorage'

/** Told when this page or another tab stores something. */
export const storedListeners = createListeners()

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
export function write(area: Area, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
  } catch {}
  storedListeners.tell()
}

/** Stores JSON of many parts in the tab, or removes it for null. */
export function writeSealed(key: string, json: string | null): void {
  write('sessionStorage', key, json && sealOf(json) + json)
}

/** What this build has written so; null for anything else, so that no part has to be checked. */
export function readSealed(key: string): unknown {
  const [, seal, json = ''] = /^(\d+)(.+)/s.exec(readText('sessionStorage', key) ?? '') ?? []
  return seal === sealOf(json) ? parse(json) : null
}

function sealOf(json: string): string {
  const sealed = import.meta.url + json
  let seal = 0
  for (let at = 0; at < sealed.length; at++) seal = (31 * seal + sealed.charCodeAt(at)) >>> 0
  return String(seal)
}

/** Value stored on this device as JSON, updated after changes by this page and other tabs; undefined on the server and until hydration. */
export function useStored(key: string): unknown {
  const text = useSyncExternalStore(
    storedListeners.subscribe,
    () => readText('localStorage', key),
    () => undefined,
  )
  return text === undefined ? undefined : parse(text)
}

/** Enough to render the page, and no credential. */
type StoredUser = Omit<Viewer, 'restricted' | 'hue'>

const USER = 'user'
const AUTH = 'auth'
const AUTO_LOGIN = 'auto_login'

export function storedUser(): StoredUser | null {
  const user = readJson('sessionStorage', USER) as StoredUser | null
  return typeof user?.jwt === 'string' && /^[\w-]+$/.test(user.jwt) ? user : null
}

export function storeUser({ image, email, username, jwt, questionIndex }: StoredUser): void {
  write('sessionStorage', USER, JSON.stringify({ image, email, username, jwt, questionIndex }))
  write('sessionStorage', AUTH, 'session')
}

export function forgetUser(): void {
  write('sessionStorage', USER, null)
  write('sessionStorage', AUTH, null)
}

const isAuto = (stored: unknown): boolean => (stored as { auto?: unknown } | null | undefined)?.auto === true

export function wantsAutoLogin(): boolean {
  return isAuto(readJson('localStorage', AUTO_LOGIN))
}

/** Whether somebody has chosen automatic login on this device; false until hydration. */
export const useAutoLogin = (): boolean => isAuto(useStored(AUTO_LOGIN))

export function keepAutoLogin(auto: boolean): void {
  write('localStorage', AUTO_LOGIN, auto ? JSON.stringify({ v: 1, auto: true }) : null)
}
