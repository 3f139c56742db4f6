import { useState } from 'react'
import { FolderPlus } from '../../kit/icons.gen.ts'
import { onDemand } from '../../kit/on-demand.tsx'
import { useLoginFirst } from '../cards/mark-buttons.tsx'
import type { Target } from '../cards/toggle-mark.ts'

const CollectDialog = onDemand(async () => (await import('./collect-dialog.tsx')).CollectDialog)

type CollectButtonProps = { target: Target; title: string; className: string }

/** '모음에 담기' of a post or a place; a visitor is asked to log in. */
export function CollectButton({ target, title, className }: CollectButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const login = useLoginFirst('collect')
  return (
    <>
      <button
        type="button"
        className={className}
        onPointerEnter={login.preload ?? CollectDialog.preload}
        onClick={() => login.refusesVisitor() || setOpen(true)}
      >
        <FolderPlus className="icon" />
        모음에 담기
      </button>
      <CollectDialog open={isOpen} onClose={() => setOpen(false)} target={target} title={title} />
      {login.dialog}
    </>
  )
}
