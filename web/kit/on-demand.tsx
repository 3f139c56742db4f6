import { type ComponentType, useCallback, useEffect, useReducer, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { isConnectionFailure, sentenceOf } from '../failures.ts'
import { isOtherAccount } from '../graphql.ts'
import { toast } from './toast.tsx'

type Panel = { open: boolean; onClose: () => void }

/**
 * A panel whose code is loaded when it is first opened, or earlier with `preload()`.
 *
 *     const DeletePanel = onDemand(async () => (await import('./delete-panel.tsx')).DeletePanel)
 */
export function onDemand<Props extends Panel>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => {
    Loaded ??= await load()
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once per panel, at module level
  function OnDemand(props: Props) {
    const [, draw] = useReducer((times: number) => times + 1, 0)
    const { open, onClose } = props
    // biome-ignore lint/correctness/useExhaustiveDependencies: only opening fetches
    useEffect(() => {
      if (!open || Loaded) return
      preload().then(draw, (error) => {
        toast(sentenceOf(error, '화면을 불러오지 못했어요. 다시 시도해 주세요.'))
        onClose()
      })
    }, [open])
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(OnDemand, { preload: () => void preload().catch(() => {}) })
}

export const MessageDialog = onDemand(async () => (await import('./dialog.tsx')).MessageDialog)

/** Shows in a dialog why a press failed; without a network in a toast, because the dialog's code could not be loaded either. */
export function useErrorDialog() {
  const [message, setMessage] = useState('')
  const showError = useCallback((error: unknown) => {
    if (isConnectionFailure(error)) toast(failures.offline)
    // A toast about the other account, with a button to reload, is shown already (`other-account.ts`).
    else if (!isOtherAccount(error)) setMessage(sentenceOf(error))
  }, [])
  const errorDialog = <MessageDialog open={message !== ''} message={message} onClose={() => setMessage('')} />
  return { showError, errorDialog, preload: MessageDialog.preload }
}
