export type Finding = Readonly<{ mark: '✓' | '!' | '✗'; sentence: string }>

export const fine = (sentence: string): Finding => ({ mark: '✓', sentence })
export const look = (sentence: string): Finding => ({ mark: '!', sentence })
export const fault = (sentence: string): Finding => ({ mark: '✗', sentence })

export async function attempt(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  return check().catch((error: Error) => {
    // Our own errors say only that something is unavailable; their cause is more exact.
    const { message } = error.cause instanceof Error ? error.cause : error
    return [fault(`${what}: ${message.replace(/^mail not sent: |\.$/g, '')}.`)]
  })
}
