/** What was pressed or sent before the page's script took over, each once, in order. */
type EarlyPresses = Map<HTMLElement, Event> & { stop: () => void }

declare global {
  interface Document {
    earlyPresses?: EarlyPresses | null
  }
}

/**
 * Runs before the page is parsed: notes presses of buttons that only the page's script can answer, and forms that only it
 * can send. Links, searches, popovers and `<details>` work without it and are left to the browser. The router runs it
 * again when it takes the page over.
 */
export const earlyPressScript = `document.earlyPresses===undefined&&function(d){
var m=d.earlyPresses=new Map,f=function(e){var t=e.target
if(e.type=='click')t=t.closest('button[type=button]:not([popovertarget])')
else if(t.getAttribute('method')=='post')e.preventDefault()
else t=0
if(t){m.set(t,e);t.dataset.pressed=''}}
d.addEventListener('click',f,true)
d.addEventListener('submit',f,true)
m.stop=function(){d.removeEventListener('click',f,true);d.removeEventListener('submit',f,true)}}(document)`

/** Does what was pressed before; call it once the page is hydrated. */
export function replayEarlyPresses(): void {
  const presses = document.earlyPresses
  if (!presses) return
  document.earlyPresses = null
  presses.stop()
  for (const element of presses.keys()) delete element.dataset.pressed
  // React hydrates at once for a press that comes meanwhile, and hands that one on by itself.
  const missed = [...presses].filter(([, event]) => event.eventPhase === Event.NONE)
  // Not within React's own work, in which it could not hydrate what a press needs.
  setTimeout(() => {
    for (const [element] of missed) {
      // React hydrates at once what is clicked, what is sent only after an event of this kind.
      element.dispatchEvent(new Event('pointerup', { bubbles: true }))
      if (element instanceof HTMLFormElement) element.requestSubmit()
      else element.click()
    }
  })
}
