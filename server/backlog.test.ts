import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ownPort } from '#tests/own-port.ts'

const CROWD = 2000
/** Linux caps the backlog of a port at this value. */
const allowed = () => Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))

test.skipIf(process.platform !== 'linux' || allowed() < CROWD)(
  'two thousand connections at once find room while none is accepted',
  async () => {
    const port = await ownPort()
    const script = `import Fastify from 'fastify'
      import { listen } from './server/platform/ports.ts'
      await listen(Fastify(), { host: '127.0.0.1', port: ${port} })
      console.log('listening')`
    const site = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void site.kill('SIGKILL'))
    await once(site.stdout, 'data')
    site.kill('SIGSTOP')
    let connected = 0
    const sockets = Array.from({ length: CROWD }, () =>
      connect(port, '127.0.0.1', () => connected++).on('error', () => {}),
    )
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    await expect.poll(() => connected).toBe(CROWD)
  },
)
