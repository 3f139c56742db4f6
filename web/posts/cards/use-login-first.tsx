import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { onDemand } from '../../kit/on-demand.tsx'
import { useViewer } from '../../reader/reader-store.ts'
import { useReaderContext } from '../../reader/viewer.ts'
import type { WayBack } from './login-to-like-dialog.tsx'

const LoginDialog = onDemand(async () => (await import('./login-to-like-dialog.tsx')).LoginToLikeDialog)

/** For a button that visitors can press too: they are asked to log in, and come back. */
export function useLoginFirst(toSave = false) {
  const router = useRouter()
  const { reader } = useReaderContext()
  const [wayBack, setWayBack] = useState<WayBack | null>(null)
  const isVisitor = useViewer() === null
  return {
    isVisitor,
    preload: isVisitor ? LoginDialog.preload : undefined,
    /** Asked at the press, because a page that hydrates does not know its reader yet. */
    isRefused: () => {
      if (reader.viewer) return false
      const { href, state } = router.latestLocation
      setWayBack({ next: href, returnIndex: state.__TSR_index })
      return true
    },
    dialog: isVisitor && (
      <LoginDialog toSave={toSave} open={wayBack !== null} onClose={() => setWayBack(null)} wayBack={wayBack} />
    ),
  }
}
