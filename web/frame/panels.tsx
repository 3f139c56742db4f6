import { onDemand } from '../kit/on-demand.tsx'

/** Panels that the user menu and the bottom bar open. */
export type AccountPanel = 'logout' | 'withdrawal'

const LogoutPanel = onDemand(async () => (await import('./account-panels.tsx')).LogoutPanel)
const WithdrawalPanel = onDemand(async () => (await import('./account-panels.tsx')).WithdrawalPanel)

export function Panels({ panel, onClose }: { panel: AccountPanel | null; onClose: () => void }) {
  return (
    <>
      <LogoutPanel open={panel === 'logout'} onClose={onClose} />
      <WithdrawalPanel open={panel === 'withdrawal'} onClose={onClose} />
    </>
  )
}

/** Loads the panels' code before one is opened. */
export function preloadPanels(): void {
  LogoutPanel.preload()
  WithdrawalPanel.preload()
}
