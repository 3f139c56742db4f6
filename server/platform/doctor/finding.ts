/** A line of `npm run doctor`: in order, to be looked at, or a fault. */
export type Finding = Readonly<{ mark: '✓' | '!' | '✗'; sentence: string }>

export const okFinding = (sentence: string): Finding => ({ mark: '✓', sentence })
export const warningFinding = (sentence: string): Finding => ({ mark: '!', sentence })
export const faultFinding = (sentence: string): Finding => ({ mark: '✗', sentence })

/** Runs a check; an error that it throws becomes a fault. @param what start of the fault's sentence */
export async function runCheck(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  return check().catch((error: Error) => {
    // Our own errors say only that something is unavailable; their cause is more exact.
    const { message } = error.cause instanceof Error ? error.cause : error
    return [faultFinding(`${what}: ${message.replace(/^mail not sent: |\.$/g, '')}.`)]
  })
}
