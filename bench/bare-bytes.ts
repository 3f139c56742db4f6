import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request as ask, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Request } from 'autocannon'
import { type ServerProcess, startServer } from './server-process.ts'

/**
 * Starts a bare server that sends the same compressed bytes as the site answers to the request.
 * @param file where the bytes are stored
 */
export async function startBareServer(
  origin: string,
  { method, path: location, headers, body }: Request,
  file: string,
): Promise<ServerProcess> {
  const asked = ask(`${origin}${location}`, { method, headers: headers as Record<string, string> })
  asked.end(body)
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`${location} answered ${reply.statusCode}`)
  writeFileSync(file, await buffer(reply))
  const { 'content-type': type = '', 'content-encoding': encoding = '' } = reply.headers
  return startServer(['bench/bare-server.ts', file, type, '', encoding])
}
