import { StartError } from './start-error.ts'

/** @throws {StartError} with host and port if the port cannot be used */
export async function explainListenError(
  { host, port }: Readonly<{ host: string; port: number }>,
  listening: Promise<unknown>,
): Promise<void> {
  try {
    await listening
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new StartError(
      code === 'EADDRINUSE'
        ? `Port ${port} of ${host} is taken: stop what uses it, or set another PORT.`
        : `HOST ${host} and PORT ${port} cannot be listened on: ${message}.`,
    )
  }
}
