import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openSite } from '../app.ts'
import { loadConfig, readEnvironment } from '../config.ts'
import { createLog } from '../log.ts'
import { openServices } from '../open-services.ts'
import { Opened } from '../opened.ts'
import { StartError } from '../start-error.ts'
import { FirstProcess } from './ask-first.ts'
import type { ToWebProcess } from './messages.ts'

// A process that answers requests. The first process starts it after preparing everything that exists once, and hands it
// the connections that it accepts.

const first = new FirstProcess()
// Ctrl-C and a closing terminal reach every process; only the first one reacts and tells the others.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {})
process.on('SIGTERM', () => first.tell({ kind: 'leave' }))
process.on('disconnect', () => process.exit(1))
// It may have ended while this process loaded its code.
if (!process.connected) process.exit(1)

const config = loadConfig({ ...readEnvironment(), DATABASE_URL: await first.databaseUrl() })
const log = createLog(config.logLevel)
const opened = new Opened(log)

try {
  const needs = { connections: config.databasePool, shared: first.shared }
  const { services, databaseUrl } = await openServices(config, log, opened, needs)
  const app = await openSite({ services, databaseUrl, log }, opened)
  await app.ready()
  // This server never listens itself, but Node starts checking for slow requests at this event.
  app.server.emit('listening')
  process.on('message', (message: ToWebProcess, socket?: Socket) => obey(app, message, socket))
  first.tell({ kind: 'ready' })
} catch (error) {
  const isOperatorFault = error instanceof StartError
  if (!isOperatorFault) log.fatal({ err: error }, 'could not start')
  first.tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error), isOperatorFault })
  await opened.close()
  process.exit(1)
}

function obey(app: FastifyInstance, message: ToWebProcess, socket: Socket | undefined): void {
  if (message.kind === 'connection') {
    first.tell({ kind: 'taken' })
    if (socket) serve(app, socket)
  } else if (message.kind === 'answers') first.answered(message.answers)
  else if (message.kind === 'announce stop') app.announceStop()
  else if (message.kind === 'hold responses') app.holdResponses()
  else if (message.kind === 'finish') end(app.finish(message.deadlineMs))
  else end(app.retire())
}

/** The options of Node's own server: the server decides what the end of a client's stream means. */
function serve(app: FastifyInstance, socket: Socket): void {
  socket.allowHalfOpen = true
  app.server.emit('connection', socket)
}

function end(stopped: Promise<void>): void {
  stopped
    .catch((error: unknown) => log.error({ err: error }, 'stopping: requests'))
    .then(() => opened.close())
    .finally(() => process.exit(0))
}
