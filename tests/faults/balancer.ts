import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type Balancer = Readonly<{ stop(): Promise<void> }>

/** Starts HAProxy at `port` in front of three instances on this machine, with the file of `deploy/`. */
export async function startBalancer(haproxy: string, port: number, instances: readonly number[]): Promise<Balancer> {
  let text = await readFile('deploy/haproxy.cfg', 'utf8')
  text = text.replace('bind :80', `bind 127.0.0.1:${port}`)
  for (const [index, instance] of instances.entries()) {
    text = text.replaceAll(`10.0.0.${index + 1}:3000`, `127.0.0.1:${instance}`)
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'matnanum-haproxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, text)
  const balancer = spawn(haproxy, ['-f', file, '-db'], { stdio: 'ignore' })
  return {
    stop: async () => {
      const ended = once(balancer, 'exit')
      balancer.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
