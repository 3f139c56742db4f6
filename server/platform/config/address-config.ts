import { isIP } from 'node:net'
import type { EnvReader } from '../env-reader.ts'

export function readAddressConfig(reader: EnvReader) {
  const host = reader.text('HOST', '127.0.0.1')
  const port = reader.whole('PORT', 3000, 0, 65535)
  const publicOrigin = readPublicOrigin(reader, host, port)
  return {
    host,
    port,
    publicOrigin,
    imageOrigin: readImageOrigin(reader) ?? publicOrigin,
    imageHosts: readImageHosts(reader),
    trustedProxies: readTrustedProxies(reader),
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function readPublicOrigin(reader: EnvReader, host: string, port: number): string {
  if (!reader.optional('PUBLIC_ORIGIN') && !isLoopback(host)) {
    reader.faults.push(
      `HOST is "${host}", which other machines can reach, so PUBLIC_ORIGIN must say the https address people will use.`,
    )
  }
  return readOrigin('PUBLIC_ORIGIN', reader.text('PUBLIC_ORIGIN', loopbackOrigin(host, port)), reader.faults)
}

function loopbackOrigin(host: string, port: number): string {
  const name = host === '::1' ? '[::1]' : isLoopback(host) ? host : '127.0.0.1'
  return `http://${name}:${port}`
}

function readImageOrigin(reader: EnvReader): string | null {
  const value = reader.optional('IMAGE_ORIGIN')
  return value === null ? null : readOrigin('IMAGE_ORIGIN', value, reader.faults)
}

function readOrigin(name: string, value: string, faults: string[]): string {
  const url = URL.parse(value)
  if (
    !url ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.pathname !== '/' ||
    url.search ||
    url.hash
  ) {
    faults.push(`${name} must be an address such as https://example.kr without a path, but is "${value}".`)
    return value
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    faults.push(`${name} is "${value}": a public address must be https, or everybody's session can be read on the way.`)
  }
  return url.origin
}

function readImageHosts(reader: EnvReader): string[] {
  const hosts = reader.list('IMAGE_HOSTS')
  for (const name of hosts) {
    if (/^[a-z0-9.-]+(?::\d+)?$/i.test(name)) continue
    reader.faults.push(`IMAGE_HOSTS must list host names, but has "${name}".`)
  }
  return hosts
}

function readTrustedProxies(reader: EnvReader): string[] {
  const proxies = reader.list('TRUST_PROXY')
  for (const proxy of proxies) {
    if (isNetwork(proxy)) continue
    reader.faults.push(`TRUST_PROXY must list addresses or networks such as 10.0.0.0/8, but has "${proxy}".`)
  }
  return proxies
}

/** Whether a text is an IP address or a network, but not the whole internet, which Fastify refuses too. */
function isNetwork(text: string): boolean {
  const [, address = '', width] = /^(.*?)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && width !== '0' && Number(width ?? 0) <= (family === 4 ? 32 : 128)
}
