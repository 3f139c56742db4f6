import { ConfigError } from '#server/env-reader.ts'
import { StartError } from '#server/start-error.ts'

/** Runs a command of `npm run` with its arguments. What the operator can mend is told in a sentence, with exit code 1. */
export async function runCommand(command: (args: readonly string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
