import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#rules/paths.ts'

/** Whether a person will look at the response, rather than a program. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
}

/**
 * A self-contained page for when the web application cannot be rendered: what happened, a retry link and a link home.
 * `sentence` is always ours, never a visitor's text.
 */
export function sendPlainPage(reply: FastifyReply, status: number, sentence: string): void {
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .header('cache-control', 'no-store')
    .send(`<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${sentence}</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 24px; padding: 24px;
    text-align: center; font: 1rem/1.6 system-ui, sans-serif; word-break: keep-all;
    background: light-dark(#fcfaf7, #130f0d); color: light-dark(#2a211c, #efebe6) }
  h1 { margin: 0; font-size: 1.25rem; max-width: 24em }
  a { color: inherit; min-height: 44px; min-width: 44px; display: inline-grid; place-items: center }
  nav { display: flex; gap: 24px }
</style>
<main><h1>${sentence}</h1></main>
<nav><a href="">다시 시도</a><a href="${paths.home}">홈으로</a></nav>
</html>
`)
}
