import { paths } from '#rules/paths.ts'

export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

/** A page of one sentence, for when the web application cannot be rendered or is not needed. All texts are HTML. */
export function plainPage(sentence: string, below = '', links = '<a href="">다시 시도</a>'): string {
  return `<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${sentence}</title>
<style>
  :root { color-scheme: light dark }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 24px; padding: 24px;
    text-align: center; font: 1rem/1.6 system-ui, sans-serif; word-break: keep-all;
    background: light-dark(#fcfaf7, #130f0d); color: light-dark(#2a211c, #efebe6) }
  main { display: grid; justify-items: center; gap: 8px }
  h1, p { margin: 0 }
  h1 { font-size: 1.25rem; max-width: 24em }
  a { color: inherit; min-height: 44px; min-width: 44px; display: inline-grid; place-items: center }
  button { font: inherit; padding: 0 20px; min-height: 44px; border: 0; border-radius: 12px; background: #b8430f; color: #fff }
  nav { display: flex; gap: 24px }
</style>
<main><h1>${sentence}</h1>${below}</main>
<nav>${links}<a href="${paths.home}">홈으로</a></nav>
</html>
`
}
