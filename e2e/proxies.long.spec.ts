import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { apiPaths, paths, UPLOAD_PRESET, UPLOAD_URL } from '#rules/paths.ts'
import { type Application, prepareApplication } from '#tests/faults/application.ts'
import { ownPort } from '#tests/own-port.ts'
import { ensureProgram } from '../scripts/programs/debian.ts'

const run = promisify(execFile)

let folder: string
let port: number
let application: Application

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'matnanum-proxy-'))
  port = await ownPort()
  application = await prepareApplication({
    env: { PUBLIC_ORIGIN: `https://localhost:${port}`, TRUST_PROXY: '127.0.0.1', LIMIT_LOGIN_NETWORK: '2/1h' },
  })
  await application.start()
})
test.afterAll(async () => {
  await application.close()
  await rm(folder, { recursive: true })
})

type Headers = Record<string, string>

/** Sends a request through the proxy, which has a self-signed certificate. */
async function ask(method: string, url: string, body?: string | Buffer, headers: Headers = {}) {
  const agent = new Agent({ rejectUnauthorized: false })
  const asked = request(`https://localhost:${port}${url}`, { method, headers, agent })
  const [response] = await once(asked.end(body), 'response')
  const reply = {
    status: response.statusCode as number,
    headers: response.headers as Headers,
    text: await text(response),
  }
  agent.destroy()
  return reply
}

const LOGIN = 'query ($email: String!, $password: String!) { login(email: $email, password: $password) { jwt } }'

const login = (headers: Headers) =>
  ask(
    'POST',
    apiPaths.graphql,
    JSON.stringify({ query: LOGIN, variables: { email: 'nobody@example.kr', password: 'wrong1234!' } }),
    { 'content-type': 'application/json', origin: `https://localhost:${port}`, ...headers },
  )

/** Starts a proxy with our file, changed only in names and ports. */
const proxies = {
  nginx: async () => {
    const [certificate, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')]
    const made = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-keyout', key, '-out', certificate]
    await run('openssl', ['req', '-x509', '-days', '1', ...made])
    const site = (await readFile('deploy/nginx.conf', 'utf8'))
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace(/^ {2}listen (?:80|\[::\].*);\n/gm, '')
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${application.config.port}`)
      .replaceAll('your.site', 'localhost')
      // The server without TLS.
      .replace(/server \{\n {2}server_name[^}]*301[^}]*\}\n/, '')
    const settings = path.join(folder, 'nginx.conf')
    await writeFile(
      settings,
      `user root; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${site} }`,
    )
    return ['-c', settings, '-g', 'daemon off;']
  },
  caddy: async () => {
    const site = (await readFile('deploy/Caddyfile', 'utf8'))
      .replace('127.0.0.1:3000', `127.0.0.1:${application.config.port}`)
      .replace('your.site {', `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls internal`)
    const settings = path.join(folder, 'Caddyfile')
    const options = `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tstorage file_system ${folder}\n}\n`
    await writeFile(settings, options + site)
    return ['run', '--adapter', 'caddyfile', '--config', settings]
  },
}

for (const name of ['nginx', 'caddy'] as const) {
  test(`${name} before the site, as our file sets it up`, async () => {
    const program = await ensureProgram(name)
    test.skip(program === null, `needs ${name}, which only Debian and root can install`)
    const proxy = spawn(program ?? '', await proxies[name](), { stdio: 'ignore' })
    const ended = once(proxy, 'exit')
    try {
      const home = () => ask('GET', paths.home).catch(() => null)
      await expect.poll(async () => (await home())?.status).toBe(200)
      const page = await home()
      expect(page?.headers).toMatchObject({ 'strict-transport-security': expect.stringContaining('max-age') })
      expect(page?.headers['x-request-id'], "the proxy's own").toMatch(/^[0-9a-f-]{32,36}$/)

      // A picture of 12 MB reaches the site, which finds that it is none.
      const upload = Buffer.concat([
        Buffer.from(`--b\r\ncontent-disposition: form-data; name="upload_preset"\r\n\r\n${UPLOAD_PRESET}\r\n`),
        Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
        Buffer.alloc(12 * 1024 * 1024),
        Buffer.from('\r\n--b--\r\n'),
      ])
      const picture = await ask('POST', UPLOAD_URL, upload, {
        'content-type': 'multipart/form-data; boundary=b',
        origin: `https://localhost:${port}`,
      })
      expect(picture.status).toBe(400)
      expect(picture.text).not.toContain('<html')

      // All of these are one visitor, whatever address they claim.
      const answers = []
      for (let i = 0; i < 4; i++) answers.push((await login({ 'x-forwarded-for': `203.0.113.${i}` })).status)
      expect(answers.at(-1)).toBe(429)
      expect(application.logged()).not.toContain('TRUST_PROXY')
    } finally {
      proxy.kill('SIGTERM')
      await ended
    }
  })
}
