import type { CDPSession, Page } from '@playwright/test'

/** The page as a screen reader gets it: the browser's accessibility tree, and the texts of live regions in order. */
export type ScreenReader = {
  /** The focused element: role, name, states and description, after the name of the dialog it is in. */
  focused: () => Promise<string>
  /** The active row of the focused combobox, or ''. */
  activeRow: () => Promise<string>
  /** Announcements since the last call that returned some. */
  said: () => Promise<string[]>
}

/** Starts to listen; call it before the first `goto`. */
export async function startScreenReader(page: Page): Promise<ScreenReader> {
  await page.addInitScript(noteAnnouncements)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Accessibility.enable')
  return {
    focused: async () => {
      const [own, ...around] = await nodesOf(browser, 'document.activeElement')
      const dialog = around.find(({ role }) => role === 'dialog')
      return [dialog && `dialog "${dialog.name}":`, own && say(own)].filter(Boolean).join(' ')
    },
    activeRow: async () => {
      const row = `document.getElementById(document.activeElement.getAttribute('aria-activedescendant') ?? '')`
      const [own] = await nodesOf(browser, row)
      return own ? say(own) : ''
    },
    said: () => page.evaluate(() => (window as unknown as { said: string[] }).said.splice(0)),
  }
}

/** Notes each new text of a live region. Runs in the page. */
function noteAnnouncements(): void {
  const said: string[] = []
  const before = new WeakMap<Element, string>()
  Object.assign(window, { said })
  const note = (node: Node) => {
    const element = node instanceof Element ? node : node.parentElement
    const region = element?.closest('[role=status], [role=alert], [aria-live]')
    if (!region) return
    const text = region.textContent ?? ''
    if (text.trim() !== '' && before.get(region) !== text) said.push(text.trim())
    before.set(region, text)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) note(node)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

type Heard = { role: string; name: string; description: string; states: string[] }

const STATES = ['required', 'invalid', 'pressed', 'checked', 'expanded', 'selected', 'disabled']

/** Accessibility nodes of the element that a script's expression returns and of its ancestors, innermost first. */
async function nodesOf(browser: CDPSession, expression: string): Promise<Heard[]> {
  const { result } = await browser.send('Runtime.evaluate', { expression })
  if (!result.objectId) return []
  const { nodes } = await browser.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: true,
  })
  const chain: Heard[] = []
  for (let node = nodes[0]; node; node = nodes.find(({ nodeId }) => nodeId === node?.parentId)) {
    const properties = new Map(node.properties?.map(({ name, value }) => [name as string, String(value.value)]))
    chain.push({
      role: String(node.role?.value ?? ''),
      name: String(node.name?.value ?? ''),
      description: String(node.description?.value ?? ''),
      states: STATES.filter((state) => properties.has(state)).map((state) => `${state}=${properties.get(state)}`),
    })
  }
  return chain
}

function say({ role, name, states, description }: Heard): string {
  const told = states.filter((state) => !/^(required|invalid|disabled)=false$/.test(state))
  return [`${role} "${name}"`, ...told, description && `(${description})`].filter(Boolean).join(' ')
}
