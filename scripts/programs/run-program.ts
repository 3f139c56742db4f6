import { type ChildProcess, spawn } from 'node:child_process'

/** Exit code of a program, and its output unless that went to the terminal. */
export type Outcome = { code: number; output: string }

const running = new Set<ChildProcess>()

/**
 * Runs a program of the packages or of the machine. With `show` its output goes to the terminal, else it is returned. A
 * missing program, or one ended by a signal, counts as failed.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  { show = false, env = process.env }: { show?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'] })
    running.add(child)
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString().trim() })
    })
  })
}

/** Passes SIGINT and SIGTERM on to all running programs of `runProgram`. Returns a function that tells whether one has come. */
export function forwardSignals(): () => boolean {
  let hasCome = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      hasCome = true
      for (const child of running) child.kill(signal)
    })
  }
  return () => hasCome
}

/** Time since an instant of `performance.now()`: '3.2 s'. */
export function secondsTextSince(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}
