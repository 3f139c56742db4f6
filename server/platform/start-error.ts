import type { FastifyBaseLogger } from 'fastify'

/** Error that the operator can fix; its message is printed without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/**
 * Prints why a start has failed: the sentence of a StartError, unless it is empty because a worker has printed it, and
 * of other errors also the stack, into the log.
 */
export function reportFailedStart(error: unknown, log: Pick<FastifyBaseLogger, 'fatal'>): void {
  if (error instanceof StartError) {
    if (error.message !== '') console.error(error.message)
    return
  }
  log.fatal({ err: error }, 'could not start')
  console.error(`Not started: ${error instanceof Error ? error.message : error}`)
}

/** Exit code of a worker that has printed its error, so that the primary prints no other. */
export const ERROR_PRINTED_CODE = 3

/** Another application uses the data folder. */
export class InUseError extends StartError {
  override readonly name = 'InUseError'
}

/** Turns errors with a code, of the system, the network or PostgreSQL, into a StartError; `what` names the setting. */
export async function asStartError<T>(what: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const isOperatorFault = error instanceof Error && 'code' in error && !(error instanceof TypeError)
    throw isOperatorFault ? new StartError(`${what}: ${reasonOf(error)}.`) : error
  })
}

const NO_FOLDER = 'a file is where a folder should be'

const REASONS: Readonly<Record<string, string>> = {
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
  EACCES: 'this user has no right to it',
  ENOSPC: 'the disk is full',
  EROFS: 'it may only be read there; with systemd it has to be in ReadWritePaths, and there when the unit starts',
}

function reasonOf(error: Error): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const reason = REASONS[code]
  if (reason !== undefined) return `${reason} (${message})`
  if (message !== '') return message
  return error instanceof AggregateError ? String(error.errors[0]?.message) : String(code)
}
