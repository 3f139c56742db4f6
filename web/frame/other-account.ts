import { useEffect, useRef } from 'react'
import { errorMessages } from '#rules/errors.ts'
import { reloadAfterAccountChange } from '../failures.ts'
import { useArrival } from '../kit/history-entry.ts'
import { toast, withdrawToast } from '../kit/toast.tsx'
import { useRouterContext } from '../router-context.ts'

/**
 * Handles a login or logout in another tab of the browser: a toast says so and stays. A tab without typed text reloads when
 * the person returns to it.
 */
export function useNoticeOtherAccount(): void {
  const { store } = useRouterContext()
  const isTyped = useRef(false)
  useArrival(() => {
    isTyped.current = false
  })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const notice = () => {
      if (store.session !== 'other') return withdrawToast(errorMessages.OTHER_ACCOUNT)
      toast(errorMessages.OTHER_ACCOUNT, {
        stays: true,
        action: { label: '새로고침', run: reloadAfterAccountChange },
      })
    }
    const comeBack = () => {
      if (document.hidden || store.session === 'own') return
      if (isTyped.current) notice()
      else void reloadAfterAccountChange()
    }
    const type = () => {
      isTyped.current = true
    }
    // The change may have been noticed while the page was loading.
    notice()
    signal.addEventListener('abort', store.subscribeSession(notice))
    document.addEventListener('input', type, { capture: true, signal })
    document.addEventListener('visibilitychange', comeBack, { signal })
    window.addEventListener('focus', comeBack, { signal })
    return () => leaving.abort()
  }, [store])
}
