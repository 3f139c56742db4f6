/** Loads a script of another host; one that fails is taken out again. @throws when it does not load */
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
