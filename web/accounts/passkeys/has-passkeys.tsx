import { useHydrated } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { inBrowser } from '../../kit/in-browser.tsx'
import { readJson, storeText } from '../../storage/browser-storage.ts'

/** Browsers keep no passkeys for an address of numbers. */
const ADDRESS = /^[\d.]+$|^\[/

/** False on the server and until hydration. */
function useHasPasskeys(): boolean {
  return useHydrated() && typeof globalThis.PublicKeyCredential === 'function' && !ADDRESS.test(location.hostname)
}

/**
 * A part of a screen that only a browser with passkeys shows and loads.
 *
 *     const PasskeyList = forPasskeys(async () => (await import('./passkey-list.tsx')).PasskeyList)
 */
export function forPasskeys<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return inBrowser(load, useHasPasskeys)
}

const USED = 'passkey'

/** Whether a passkey was used or added in this browser. */
export function hasUsedPasskey(): boolean {
  return readJson('localStorage', USED) === true
}

export function keepPasskeyUse(isUsed: boolean): void {
  storeText('localStorage', USED, isUsed ? 'true' : null)
}
