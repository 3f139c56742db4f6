import { type IncomingMessage, Server } from 'node:http'

// Loaded before the code of a server. Requests then set the server's clock forward, so that an hour of a town can be measured in
// minutes. Between requests the clock runs as usual.

/** Header to set the clock: milliseconds since the start of the server. */
export const CLOCK_HEADER = 'x-bench-clock'

const RealDate = Date
const realNow = performance.now.bind(performance)
const started = RealDate.now() - realNow()

let told = 0
let toldAt = 0

const now = (): number => told + realNow() - toldAt

class ToldDate extends RealDate {
  constructor(...given: [] | [value: number | string | Date]) {
    super(given[0] ?? ToldDate.now())
  }

  static override now(): number {
    return Math.floor(started + now())
  }
}

/** Speed of the town's clock, about, as a multiple of this machine's. */
const SPEED = 15

/** Milliseconds; waits as long as this pass at the speed of the town's clock. */
const LONG_WAIT = 10_000

if (process.argv[1]?.includes('server/')) {
  globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
    apply: (target, self, [run, delay, ...rest]: [() => void, number | undefined, ...unknown[]]) => {
      const real = delay !== undefined && delay >= LONG_WAIT ? delay / SPEED : delay
      return Reflect.apply(target, self, [run, real, ...rest])
    },
  })
  globalThis.Date = ToldDate as DateConstructor
  performance.now = now
  const emit = Server.prototype.emit
  Server.prototype.emit = new Proxy(emit, {
    apply: (target, server, args: [event: string, request: IncomingMessage]) => {
      const [event, request] = args
      const asked = event === 'request' ? Number(request.headers[CLOCK_HEADER] ?? 0) : 0
      if (asked > now()) [told, toldAt] = [asked, realNow()]
      return Reflect.apply(target, server, args)
    },
  })
}
