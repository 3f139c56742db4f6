import type { CDPSession } from '@playwright/test'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** CPU time of the thread, in µs. */
  tdur?: number
  args: { name?: string }
}

/**
 * Runs a step. Returns what each task of the page's main thread worked meanwhile (Chrome's trace events), in milliseconds of
 * its own CPU time, which other programs on the machine do not prolong.
 */
export async function traceTaskTimes(session: CDPSession, step: () => Promise<void>): Promise<number[]> {
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
  return tasksOf(events)
}

function tasksOf(events: readonly TraceEvent[]): number[] {
  const main = new Set(
    events.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  )
  const pages = new Set(events.flatMap(({ name, pid }) => (name === 'FunctionCall' ? [pid] : [])))
  return events
    .filter(
      ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && pages.has(pid) && main.has(`${pid} ${tid}`),
    )
    .map(({ tdur = 0 }) => tdur / 1000)
}
