import { type ComponentProps, useEffect, useReducer } from 'react'
import { onDemand } from '../kit/on-demand.tsx'
import type { AccountPanel, UserMenu } from './user-menu.tsx'

let Loaded: typeof UserMenu | undefined

/** Loads the code of the user menu, which only members need, before their page is hydrated. */
export async function loadUserMenu(): Promise<void> {
  Loaded ??= (await import('./user-menu.tsx')).UserMenu
}

/** The user menu, or nothing while its code is loading, as right after a login. Once open, it loads its panels. */
export function UserMenuOnDemand(props: ComponentProps<typeof UserMenu>) {
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const { open } = props
  useEffect(() => {
    if (!Loaded) void loadUserMenu().then(draw, () => {})
  }, [])
  useEffect(() => {
    if (!open) return
    LogoutPanel.preload()
    WithdrawalPanel.preload()
  }, [open])
  return Loaded ? <Loaded {...props} /> : null
}

const LogoutPanel = onDemand(async () => (await import('./account-panels.tsx')).LogoutPanel)
const WithdrawalPanel = onDemand(async () => (await import('./account-panels.tsx')).WithdrawalPanel)

/** The panels that the user menu and the bottom bar open. */
export function Panels({ panel, onClose }: { panel: AccountPanel | null; onClose: () => void }) {
  return (
    <>
      <LogoutPanel open={panel === 'logout'} onClose={onClose} />
      <WithdrawalPanel open={panel === 'withdrawal'} onClose={onClose} />
    </>
  )
}
