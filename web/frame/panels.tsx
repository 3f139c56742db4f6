import { onDemand } from '../kit/on-demand.tsx'

/** What the menu and the lower bar open over any screen. */
export type AccountPanel = 'logout' | 'withdrawal'

const LogoutPanel = onDemand(async () => (await import('./logout-panel.tsx')).LogoutPanel)
const WithdrawalPanel = onDemand(async () => (await import('./withdrawal-panel.tsx')).WithdrawalPanel)

export function Panels({ panel, onClose }: { panel: AccountPanel | null; onClose: () => void }) {
  return (
    <>
      <LogoutPanel open={panel === 'logout'} onClose={onClose} />
      <WithdrawalPanel open={panel === 'withdrawal'} onClose={onClose} />
    </>
  )
}

/** Fetches the panels' code ahead of the press that opens one. */
export function preloadPanels(): void {
  LogoutPanel.preload()
  WithdrawalPanel.preload()
}
