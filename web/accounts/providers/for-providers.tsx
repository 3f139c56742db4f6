import { useHydrated } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { inBrowser } from '../../kit/in-browser.tsx'
import { usePageInfo } from '../../page-info.ts'

function useHasProviders(): boolean {
  const { logins } = usePageInfo().site
  return useHydrated() && logins !== undefined
}

/** A part of a screen that is shown and loaded only where the operator has keys of a provider of logins. */
export function forProviders<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return inBrowser(load, useHasProviders)
}
