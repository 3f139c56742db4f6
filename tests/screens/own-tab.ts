type Listen = typeof addEventListener

/**
 * Makes the test's window like a new tab at this URL; `entry` is the state of its entry in the history. `close`
 * removes what a screen has added to the window and its history.
 */
export function openOwnTab(url: string, entry: unknown) {
  const open = new AbortController()
  const { fetch, addEventListener } = window
  window.addEventListener = ((type: string, listener: EventListener, options?: boolean | AddEventListenerOptions) => {
    const given = typeof options === 'object' ? options : { capture: options ?? false }
    const signal = given.signal ? AbortSignal.any([given.signal, open.signal]) : open.signal
    addEventListener.call(window, type, listener, { ...given, signal })
  }) as Listen
  history.pushState(entry, '', url)
  return {
    replaceFetch: (own: typeof fetch) => {
      window.fetch = own
    },
    close: () => {
      open.abort()
      window.fetch = fetch
      window.addEventListener = addEventListener
      // The router and the overlays put functions of their own in front of the browser's.
      for (const name of ['pushState', 'replaceState'] as const) Reflect.deleteProperty(history, name)
      for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name]
    },
  }
}
