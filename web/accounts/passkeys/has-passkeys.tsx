import { useHydrated } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { readJson, write } from '../../storage/browser-storage.ts'

/** Browsers keep no passkeys for an address of numbers. */
const ADDRESS = /^[\d.]+$|^\[/

/** False on the server and until hydration. */
function useHasPasskeys(): boolean {
  return useHydrated() && typeof globalThis.PublicKeyCredential === 'function' && !ADDRESS.test(location.hostname)
}

const Nothing = () => null

/**
 * A part of a screen that only a browser with passkeys shows and loads.
 *
 *     const PasskeyList = forPasskeys(async () => (await import('./passkey-list.tsx')).PasskeyList)
 */
export function forPasskeys<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part, at module level
  return function ForPasskeys(props: Props) {
    if (!useHasPasskeys()) return null
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}

const USED = 'passkey'

/** Whether a passkey was used or added in this browser. */
export function hasUsedPasskey(): boolean {
  return readJson('localStorage', USED) === true
}

export function keepPasskeyUse(isUsed: boolean): void {
  write('localStorage', USED, isUsed ? 'true' : null)
}
