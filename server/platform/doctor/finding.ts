/** One line of the doctor: fine, worth a look, or a fault. */
export type Finding = Readonly<{ mark: '✓' | '!' | '✗'; sentence: string }>

export const fine = (sentence: string): Finding => ({ mark: '✓', sentence })
export const look = (sentence: string): Finding => ({ mark: '!', sentence })
export const fault = (sentence: string): Finding => ({ mark: '✗', sentence })

/** What a check finds; if it fails, that is a fault, told with `what`. */
export async function attempt(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  return check().catch((error: Error) => {
    // Ours say to visitors that something is away; their cause says what.
    const { message } = error.cause instanceof Error ? error.cause : error
    return [fault(`${what}: ${message.replace(/^mail not sent: |\.$/g, '')}.`)]
  })
}
