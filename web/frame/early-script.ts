import type { EarlyPresses, Field } from './early-presses.ts'

/*
 * Runs before the page is parsed, so that nothing flashes or moves, and no press is lost. The build puts this file into
 * the page (scripts/build/virtual-modules.ts).
 */
const page = document
const root = page.documentElement
const { dataset } = root
const { fonts = '', map } = page.currentScript?.dataset ?? {}
const pathOf = () => location.pathname + location.search
const path = pathOf()

/** Runs `work` for browsers that may block storage or lack a function. */
const ignoringErrors = <Result>(work: () => Result): Result | undefined => {
  try {
    return work()
  } catch {}
}

/** Stored by us, by another release or by a person. */
const parse = (text: string | null) => ignoringErrors(() => JSON.parse(text as string))
/** Only for a height, in pixels. */
const setHeight = (name: string, height: unknown) => {
  const isHeight = typeof height === 'number' && height > 0
  if (isHeight) root.style.setProperty(name, `${height}px`)
  return isHeight
}

ignoringErrors(() => {
  const { theme, cards, town: storedTown, town_later: later, town_room: room } = localStorage
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  if (cards === 'rows') dataset.cards = cards
  // The home page reserves the space of the reader's town, or of the question for it (routes/-home/home.css). What is a town is decided
  // in storage/town.ts; here only what would be drawn is checked.
  const { name, near, isAside } = parse(storedTown) ?? {}
  const isTown = [name, near].every((one) => one && typeof one === 'string')
  dataset.town = isTown ? (isAside ? 'aside' : 'chosen') : later === 'true' ? 'none' : 'ask'
  if (isTown) root.style.setProperty('--town-name', JSON.stringify(name))
  const [width, height] = parse(room)
  // No town is higher.
  if (width === innerWidth && height < 9999) setHeight('--town-room', height)
})

// A list that will be restored gets its former height (storage/kept-screens.ts), so that the browser can scroll to the former
// position. It is hidden until it is restored (feed.css).
dataset.returning = 'done'
ignoringErrors(() => {
  const heights = parse(sessionStorage.getItem('screen_heights'))
  if (setHeight('--returning', heights[history.state.__TSR_key])) dataset.returning = 'yes'
})

/** User agents of devices whose own Korean font is as good as ours. They load none of ours. */
const HAS_KOREAN_FONT = /Android|iPhone|iPad|Macintosh/
const { userAgent } = navigator
/** User agents of devices whose own font is good enough for the map page, which should load little at first. */
const HAS_READABLE_FONT = /Windows/
const MAP_IS_READY = '.map[data-status=success]>.map-canvas:not([data-loading]),.map[data-status=failure]'

/**
 * Loads our fonts, and shows them all at once, so that the page is laid out anew once. Until then a font of the device has
 * the same width (tokens.css). On the map page they come after the map, or when that page is left.
 */
const loadFonts = async () => {
  while (location.pathname === map && (HAS_READABLE_FONT.test(userAgent) || !page.querySelector(MAP_IS_READY)))
    await new Promise((resolve) => setTimeout(resolve, 300))
  const faces = ['400 500', '600 800'].map((weight, index) =>
    new FontFace('MatnanumUI', `url(${fonts.split(' ')[index]})`, { weight }).load(),
  )
  for (const face of await Promise.all(faces)) page.fonts.add(face)
}
if (!HAS_KOREAN_FONT.test(userAgent)) {
  dataset.fonts = 'own'
  loadFonts().catch(() => {})
}

// Records presses and submits that need the page's script, and the text typed into such forms.
const isSentByScript = (form: Element | null) => form?.getAttribute('method') === 'post'
const presses = new Map() as EarlyPresses
const press = (element: HTMLElement | null, event: Event) => {
  if (!element) return
  presses.set(element, event)
  element.dataset.pressed = ''
}
const listening = new AbortController()
const listen = (name: string, listener: (event: Event) => void) =>
  addEventListener(name, listener, { capture: true, signal: listening.signal })
presses.typed = new Map()
presses.stop = () => listening.abort()
page.earlyPresses = presses
listen('click', (event) => press((event.target as Element).closest('button[type=button]:not([popovertarget])'), event))
listen('submit', (event) => {
  const form = event.target as HTMLElement
  if (!isSentByScript(form)) return
  event.preventDefault()
  // Enter in a search field counts as a press in the field, not as a submit of its form.
  const field = page.activeElement as HTMLInputElement
  press(field.enterKeyHint === 'search' ? field : form, event)
})
listen('input', ({ target, isComposing }: Event & { isComposing?: boolean }) => {
  const field = target as HTMLInputElement
  const { value, checked } = field
  if (isSentByScript(field.form)) presses.typed.set(field as Field, { value, checked, isComposing })
})
// After Back the URL is another page's, which only the page's script could show: load it anew.
listen('popstate', () => {
  if (pathOf() === path) return
  presses.isLeaving = true
  location.reload()
})
