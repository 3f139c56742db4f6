/** Buttons pressed, forms submitted and fields searched before hydration, each once, in order, and the text typed into these forms. */
type EarlyPresses = Map<HTMLElement, Event> & {
  typed: Map<Field, Typed>
  /** Whether the page is about to be replaced by that of another history entry. Then it must not be hydrated. */
  isLeaving?: boolean
  stop: () => void
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

type Typed = { value: string; checked: boolean | undefined; isComposing: boolean | undefined }

declare global {
  interface Document {
    earlyPresses?: EarlyPresses | null
  }
}

/**
 * Runs before the page is parsed, and does nothing again at hydration. Records presses and submits that need the page's
 * script, and text typed in such forms; Enter in a field that searches counts for the field. If Back leads to an entry
 * that only the script could show, that page is loaded.
 */
export const earlyPressScript = `document.earlyPresses===undefined&&function(d){
var m=d.earlyPresses=new Map,f=function(e){var t=e.target
if(e.type=='click')t=t.closest('button[type=button]:not([popovertarget])')
else if(t.getAttribute('method')=='post'){e.preventDefault();if(d.activeElement.enterKeyHint=='search')t=d.activeElement}
else t=0
if(t){m.set(t,e);t.dataset.pressed=''}}
var g=function(e){var t=e.target
if(t.form&&t.form.getAttribute('method')=='post')m.typed.set(t,{value:t.value,checked:t.checked,isComposing:e.isComposing})}
var a=location.pathname+location.search,b=function(){if(location.pathname+location.search!=a){m.isLeaving=true;location.reload()}}
m.typed=new Map
var l={input:g,click:f,submit:f,popstate:b}
for(var x in l)addEventListener(x,l[x],true)
m.stop=function(){for(var x in l)removeEventListener(x,l[x],true)}}(document)`

/** Repeats what was typed and pressed before; call it once the page is hydrated. */
export function replayEarlyPresses(): void {
  const presses = document.earlyPresses
  if (!presses) return
  document.earlyPresses = null
  presses.stop()
  for (const element of presses.keys()) delete element.dataset.pressed
  // Without the event that is being dispatched now: React hydrates for it at once and handles it itself.
  const missed = [...presses].filter(([, event]) => event.eventPhase === Event.NONE)
  // Outside React's own work: inside it React could not hydrate the pressed element.
  setTimeout(() => {
    for (const [field, typed] of presses.typed) {
      hydrate(field)
      restoreTyped(field, typed)
    }
    for (const [element] of missed) {
      hydrate(element)
      if (element instanceof HTMLFormElement) element.requestSubmit()
      else if (element instanceof HTMLInputElement)
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      else element.click()
    }
  })
}

/** React hydrates a clicked element at once, but a submitted form or an input only after an event of this kind. */
function hydrate(element: HTMLElement): void {
  element.dispatchEvent(new Event('pointerup', { bubbles: true }))
}

/** Restores typed text that the form does not know, or has replaced by its default value. */
function restoreTyped(field: Field, { value, checked, isComposing }: Typed): void {
  if (field.type === 'checkbox') {
    if ((field as HTMLInputElement).checked !== checked) field.click()
    return
  }
  // A syllable that is being composed fires its own event when it is complete.
  if (isComposing && field.value === value) return
  // A chosen file stays.
  if (field.type !== 'file') {
    // React ignores a value equal to the one it wrote last.
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  }
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}
