import type { CDPSession } from '@playwright/test'

/**
 * One task of the page's main thread, in milliseconds of its own CPU time, which other programs on the machine do not
 * prolong. `inside` names its longest step.
 */
export type Task = { duration: number; inside: string }
/** The tasks of the page's main thread during a step, the longest first, and the CPU time of its workers in milliseconds. */
export type Work = { tasks: Task[]; worker: number }

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur: number
  tdur?: number
  args: { name?: string }
}

/** Names of trace events that explain a task; events that only contain others are left out. */
const STEPS = new Set([
  'EvaluateScript',
  'v8.compileModule',
  'v8.evaluateModule',
  'ParseHTML',
  'EventDispatch',
  'FunctionCall',
  'TimerFire',
  'FireAnimationFrame',
  'UpdateLayoutTree',
  'Layout',
  'Paint',
  'PrePaint',
  'Commit',
  'Layerize',
  'MajorGC',
  'MinorGC',
])

/** Runs a step and returns the work of the page's threads meanwhile (Chrome's trace events). */
export async function traceWork(session: CDPSession, step: () => Promise<void>): Promise<Work> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: unknown[] }) => void events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  })
  await step()
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await ended
  session.off('Tracing.dataCollected', collect)
  return workOf(events)
}

function workOf(events: readonly TraceEvent[]): Work {
  const threads = new Map(
    events.flatMap(({ name, pid, tid, args }) => (name === 'thread_name' ? [[`${pid} ${tid}`, args.name ?? '']] : [])),
  )
  const pages = new Set(events.flatMap(({ name, pid }) => (name === 'FunctionCall' ? [pid] : [])))
  const of = (pattern: RegExp) =>
    events.filter(
      ({ ph, pid, tid }) => ph === 'X' && pages.has(pid) && pattern.test(threads.get(`${pid} ${tid}`) ?? ''),
    )
  const main = of(/^CrRendererMain$/)
  const steps = main.filter(({ name }) => STEPS.has(name))
  const isTask = ({ name }: TraceEvent) => name.endsWith('RunTask')
  const sum = (some: readonly TraceEvent[]) => some.filter(isTask).reduce((total, task) => total + worked(task), 0)
  return {
    tasks: main
      .filter(isTask)
      .toSorted((one, other) => worked(other) - worked(one))
      .map((task) => ({ duration: worked(task), inside: longestInside(task, steps) })),
    worker: sum(of(/^DedicatedWorker/)),
  }
}

const worked = ({ tdur = 0 }: TraceEvent) => tdur / 1000

function longestInside({ ts, dur }: TraceEvent, steps: readonly TraceEvent[]): string {
  const within = steps.filter((step) => step.ts >= ts && step.ts + step.dur <= ts + dur)
  return within.toSorted((one, other) => worked(other) - worked(one))[0]?.name ?? ''
}
