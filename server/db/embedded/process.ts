import { readFileSync } from 'node:fs'
import { readlink, realpath } from 'node:fs/promises'

/** Whether a process of that id runs, ours or not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return !isZombie(pid)
}

/** Whether that process runs and works in `folder`; where there is no telling, a running process is taken for one. */
export async function isRunningIn(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** Dead, but its parent has not asked how it ended: in containers, often nobody ever does. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}
