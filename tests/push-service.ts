import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Push = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** Local push service. It answers with `status` and records the requests it receives. */
export async function startPushService() {
  const pushes: Push[] = []
  const service = { status: 201, pushes, origin: '', close: async () => {} }
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    pushes.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    reply.writeHead(service.status, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service.close = async () => void server.close()
  return service
}

/** A subscribed browser: its subscription, and its decryption of pushes (RFC 8188, RFC 8291). */
export function subscribeBrowser(origin: string) {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  const read = (body: Buffer) => {
    const salt = body.subarray(0, 16)
    const sender = body.subarray(21, 21 + body.readUInt8(20))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
    const derive = (use: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${use}\0`, length))
    const sealed = body.subarray(21 + sender.length)
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
    // The text is followed by padding, which begins with a 2.
    return JSON.parse(text.slice(0, text.lastIndexOf('\u0002'))) as object
  }
  const endpoint = `${origin}/send/${randomBytes(16).toString('base64url')}`
  return { subscription: { endpoint, p256dh: own.toString('base64url'), auth: auth.toString('base64url') }, read }
}
