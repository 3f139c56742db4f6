import FolderPlus from 'virtual:icon/folder-plus'
import { useState } from 'react'
import { onDemand } from '../../kit/on-demand.tsx'
import { useLoginFirst } from '../cards/use-login-first.tsx'

const CollectDialog = onDemand(async () => (await import('./collect-dialog.tsx')).CollectDialog)

/** '모음에 담기' of a post; a visitor is asked to log in. */
export function CollectButton({ post }: { post: { id: string; title: string } }) {
  const [isOpen, setOpen] = useState(false)
  const login = useLoginFirst(true)
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet"
        onPointerEnter={login.preload ?? CollectDialog.preload}
        onClick={() => login.isRefused() || setOpen(true)}
      >
        <FolderPlus className="icon" />
        모음에 담기
      </button>
      <CollectDialog open={isOpen} onClose={() => setOpen(false)} post={post} />
      {login.dialog}
    </>
  )
}
