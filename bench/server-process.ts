import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A server in a child process, so that the CPU time of all its processes can be measured. */
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
    cpuSeconds: () => serverProcesses(child.pid ?? 0).reduce((sum, pid) => sum + cpuOf(pid), 0),
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

/** The server's first process, and those that answer requests for it (docs/decisions/0150). */
export function serverProcesses(pid: number): number[] {
  return [pid, ...childrenOf(pid, 'web-process-main')]
}

/** Children of a process whose command line contains `text`; Linux only. */
export function childrenOf(parent: number, text: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid)) return false
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const itsParent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return itsParent === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
}
