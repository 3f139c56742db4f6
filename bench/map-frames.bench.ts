import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'
import { traceWork, type Work } from './main-thread.ts'
import { quantile, type Row, report } from './report.ts'
import { openSiteInBrowser } from './site-in-browser.ts'

/**
 * The map page, opened, dragged and zoomed over three cities on a processor slowed down four times: the duration of the
 * main thread's tasks, and the number of dropped frames. A bare page with a box to drag is measured in the same way.
 */

const SLOWDOWN = 4
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
const CITIES = { 서울: '37.55&lng=126.99', 부산: '35.158&lng=129.059', 제주: '33.5&lng=126.53' }
const ZOOMS = [11, 13, 15]
const STEPS = 60
const FRAME = 1000 / 60
const LONG = 50

const BARE = `<!doctype html><body style="margin:0;overflow:hidden"><div style="position:absolute;width:100vw;height:100vh;background:linear-gradient(45deg,red,blue)"></div>
<script>addEventListener('pointermove',({clientX:x,clientY:y})=>{document.querySelector('div').style.transform='translate3d('+x+'px,'+y+'px,0)'})</script>`

type Measured = { step: string; work: Work; dropped: number; frames: number }

const site = await openSiteInBrowser(3794)
try {
  const rows: Row[] = []
  for (const size of SIZES) {
    const bare = await measure(site.browser, size, measureBare)
    const map = await measure(site.browser, size, measureMap)
    const control = longest(bare)
    for (const [step, measured] of [['a bare page', bare], ...bySteps(map)] as const)
      rows.push(rowOf(`${size.width} px`, step, measured, control))
    // Also a drag at full speed, as on a desktop.
    const fast = await measure(site.browser, size, measureBare, 1)
    rows.push(rowOf(`${size.width} px`, 'a bare page, full speed', fast, longest(fast)))
    const dragged = await measure(site.browser, size, measureDrags, 1)
    rows.push(rowOf(`${size.width} px`, 'dragging, full speed', dragged, longest(fast)))
  }
  report('map-frames', 'Tasks and frames of the map', rows, [
    `Milliseconds that the page's main thread worked, ${SLOWDOWN} times slowed down (Emulation.setCPUThrottlingRate, which slows down no other thread), from Chrome's trace events: over ${Object.keys(CITIES).join(', ')} at the zooms ${ZOOMS.join(', ')}. The ratio is to the longest task of a bare page whose one box is dragged. Frames are those of the clock: another program on the machine drops some as well.`,
    'The browser draws without a graphics card. Rows of full speed are not slowed down.',
  ])
} finally {
  await site.close()
}

async function measure(
  chosen: Browser,
  viewport: { width: number; height: number },
  run: (page: Page, session: CDPSession) => Promise<Measured[]>,
  rate = SLOWDOWN,
): Promise<Measured[]> {
  const context = await chosen.newContext({ viewport, locale: 'ko-KR' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(`${site.origin}/map`)
  await page.locator('.korea-map[aria-label*=":"]').waitFor()
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  const measured = await run(page, session)
  await context.close()
  return measured
}

async function measureBare(page: Page, session: CDPSession): Promise<Measured[]> {
  await page.goto(`${site.origin}/robots.txt`)
  await page.setContent(BARE)
  const drags: Measured[] = []
  for (let time = 0; time < 3; time++) drags.push(await measureDrag(page, session))
  return drags
}

async function measureMap(page: Page, session: CDPSession): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const position of Object.values(CITIES)) {
    for (const zoom of ZOOMS) {
      const open = async () => {
        await page.goto(`${site.origin}/map?lat=${position}&zoom=${zoom}`)
        await page.locator('.korea-map[aria-label*=":"]').waitFor()
        await wait(1000)
      }
      // Otherwise removing the previous page would be measured too.
      await page.goto('about:blank')
      measured.push({ step: 'opening', work: await traceWork(session, open), dropped: 0, frames: 0 })
      measured.push(await measureDrag(page, session))
      const press = async (name: string) => {
        await page.getByRole('button', { name }).click()
        await wait(1000)
      }
      for (const name of ['지도 확대', '지도 축소'])
        measured.push({ step: 'zooming', work: await traceWork(session, () => press(name)), dropped: 0, frames: 0 })
    }
  }
  return measured
}

async function measureDrags(page: Page, session: CDPSession): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const position of Object.values(CITIES)) {
    await page.goto(`${site.origin}/map?lat=${position}&zoom=13`)
    await page.locator('.korea-map[aria-label*=":"]').waitFor()
    await wait(1000)
    measured.push(await measureDrag(page, session))
  }
  return measured
}

/** Drags half of the window to the left and some way down, a step in each frame. */
async function measureDrag(page: Page, session: CDPSession): Promise<Measured> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const [x, y] = [width * 0.85, height * 0.35]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(countFrames)
  const work = await traceWork(session, async () => {
    for (let step = 1; step <= STEPS; step++) {
      await page.mouse.move(x - (step * width * 0.4) / STEPS, y + step)
      await wait(FRAME)
    }
    await page.mouse.up()
    await wait(500)
  })
  const intervals = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames)
  const dropped = intervals.reduce((sum, interval) => sum + Math.max(0, Math.round(interval / FRAME) - 1), 0)
  return { step: 'dragging', work, dropped, frames: intervals.length + dropped }
}

/** Runs in the page: notes the time between two frames. */
function countFrames(): void {
  const frames: number[] = []
  let before = performance.now()
  const note = (now: number) => {
    frames.push(now - before)
    before = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
  Object.assign(globalThis, { frames })
}

function bySteps(measured: readonly Measured[]): [step: string, measured: Measured[]][] {
  return ['opening', 'dragging', 'zooming'].map((step) => [step, measured.filter((one) => one.step === step)])
}

function longest(measured: readonly Measured[]): number {
  return Math.max(...measured.flatMap(({ work }) => work.tasks.map(({ duration }) => duration)))
}

function rowOf(page: string, step: string, measured: readonly Measured[], control: number): Row {
  const tasks = measured.flatMap(({ work }) => work.tasks).toSorted((one, other) => other.duration - one.duration)
  const sum = (pick: (one: Measured) => number) => measured.reduce((total, one) => total + pick(one), 0)
  const mean = (pick: (work: Work) => number) => Math.round(sum(({ work }) => pick(work)) / measured.length)
  return {
    window: page,
    step,
    'longest task': Math.round(tasks[0]?.duration ?? 0),
    'mostly in': tasks[0]?.inside ?? '',
    'longest, median': Math.round(
      quantile(
        measured.map(({ work }) => work.tasks[0]?.duration ?? 0),
        0.5,
      ),
    ),
    'tasks over 50': tasks.filter(({ duration }) => duration > LONG).length,
    'over 100': tasks.filter(({ duration }) => duration > 2 * LONG).length,
    'of steps': measured.length,
    ratio: Number((longest(measured) / control).toFixed(1)),
    'frames dropped':
      step === 'opening' || step === 'zooming' ? '' : `${sum((one) => one.dropped)} of ${sum((one) => one.frames)}`,
    'worker, mean': mean(({ worker }) => worker),
  }
}
