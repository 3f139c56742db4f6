import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A server in a child process, so that its CPU time can be measured. */
export type ServerProcess = { origin: string; cpuSeconds(): number; stop(): Promise<void> }

/** Clock ticks per second in /proc, on every Linux that Node supports. */
const TICKS = 100

/** Runs a script with this Node and waits until it prints an address. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: '', ...env } })
  const origin = await printedAddress(child)
  return {
    origin,
    cpuSeconds: () => cpuOf(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function printedAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('a server without output')
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /https?:\/\/[\w.]+:\d+/.exec(line)
    if (address) {
      child.stdout.resume()
      return address[0]
    }
  }
  throw new Error('the server ended before it printed an address')
}

/** User and system seconds so far; Linux only. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
