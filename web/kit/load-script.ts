/** Loads a script from another host, and removes its element if that fails. @throws when it does not load */
export function loadScript(src: string, integrity?: string): Promise<void> {
  const script = Object.assign(document.createElement('script'), { src })
  if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' })
  return new Promise((resolve, reject) => {
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${src} did not load`))
    }
    document.head.append(script)
  })
}
