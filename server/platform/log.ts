import { writeSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'

export function createLog(level: string, destination: DestinationStream = standardOutput): FastifyBaseLogger {
  const serializers = { err: describeError, error: describeError, cause: describeError, failure: describeFailure }
  return pino({ level, serializers }, destination)
}

/** Attempts to write to a full pipe, and the pause between them in milliseconds. */
const TRIES = 20
const TRY_MS = 5

/**
 * Milliseconds after failed attempts in which a line gets one attempt without a pause, because the pipe may have no
 * reader.
 */
const NO_READER_MS = 1000

/** The site must keep running when the pipe is not read; Pino's own stream would retry forever or end the process. */
export const standardOutput: DestinationStream = toFile(1)

/** Writing blocks the process, for a tenth of a second per line at most. */
function toFile(descriptor: number): DestinationStream {
  let impatientUntil = 0
  let isLineOpen = false
  return {
    write(line) {
      // The rest of a partly written line is lost, but not the next line.
      let rest = Buffer.from(isLineOpen ? `\n${line}` : line)
      const tries = performance.now() < impatientUntil ? 1 : TRIES
      for (let done = 1; rest.length > 0; done++) {
        try {
          const written = writeSync(descriptor, rest)
          rest = rest.subarray(written)
          isLineOpen = rest.length > 0
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
          if (done >= tries) {
            impatientUntil = performance.now() + NO_READER_MS
            return
          }
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_MS)
        }
      }
    },
  }
}

type Described = {
  type: string
  message: string
  code?: string
  stack: string
  cause?: Described
  [name: string]: unknown
}

const NAMES = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const

/** SQLSTATE classes whose messages quote input: data exceptions and raised errors. */
const QUOTING = /^(?:22|P0)/

/** Fields of an error that are logged: no message that may quote a value of the database. */
export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'a thrown value that is no error', stack: '' }
  const fields = error as Error & Record<string, unknown>
  const code = typeof fields.code === 'string' ? fields.code : undefined
  const isDatabase = typeof fields.severity === 'string'
  const message = isDatabase && QUOTING.test(code ?? '') ? 'message withheld: it may quote a value' : error.message
  const described: Described = { type: error.name, message, stack: framesOf(error) }
  if (code !== undefined) described.code = code
  for (const name of NAMES) if (isDatabase && typeof fields[name] === 'string') described[name] = fields[name]
  if (error.cause instanceof Error) described.cause = describeError(error.cause)
  return described
}

function describeFailure(error: unknown): Pick<Described, 'type' | 'message' | 'code'> {
  const { type, message, code } = describeError(error)
  return { type, message, ...(code !== undefined && { code }) }
}

function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
