import { type ComponentProps, useEffect, useReducer } from 'react'
import type { UserMenu } from './user-menu.tsx'

let Loaded: typeof UserMenu | undefined

/** Loads the code of the user menu, which only members need, before their page is hydrated. */
export async function loadUserMenu(): Promise<void> {
  Loaded ??= (await import('./user-menu.tsx')).UserMenu
}

/** The user menu, or nothing while its code is loading, as right after a login. */
export function UserMenuOnDemand(props: ComponentProps<typeof UserMenu>) {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (!Loaded) void loadUserMenu().then(draw, () => {})
  }, [])
  return Loaded ? <Loaded {...props} /> : null
}
