import { useHydrated } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { inBrowser } from '../../kit/in-browser.tsx'
import { readJson, storeText } from '../../storage/browser-storage.ts'

/** Browsers have no passkeys for a host that is an IP address. */
const IP_ADDRESS = /^[\d.]+$|^\[/

/** Whether this browser supports passkeys here; false on the server and until hydration. */
function useSupportsPasskeys(): boolean {
  return useHydrated() && typeof globalThis.PublicKeyCredential === 'function' && !IP_ADDRESS.test(location.hostname)
}

/**
 * Makes a component that is loaded and shown only in a browser that supports passkeys.
 *
 *     const PasskeyList = lazyIfPasskeys(async () => (await import('./passkey-list.tsx')).PasskeyList)
 */
export function lazyIfPasskeys<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return inBrowser(load, useSupportsPasskeys)
}

const USED = 'passkey'

/** Whether a passkey was used or added in this browser. */
export function hasUsedPasskey(): boolean {
  return readJson('localStorage', USED) === true
}

/** Remembers in this browser whether a passkey was used or added in it. */
export function setHasUsedPasskey(isUsed: boolean): void {
  storeText('localStorage', USED, isUsed ? 'true' : null)
}
