import { useHydrated } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { inBrowser } from '../../kit/in-browser.tsx'
import { usePageInfo } from '../../page-info.ts'

function useHasProviders(): boolean {
  const { logins } = usePageInfo().site
  return useHydrated() && logins !== undefined
}

/** Makes a component that is loaded and shown only if the operator has configured logins at other providers, such as Kakao. */
export function lazyIfProviders<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return inBrowser(load, useHasProviders)
}
