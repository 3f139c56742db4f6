import type { Request } from 'autocannon'
import { ownDocuments } from '#contract/documents.gen.ts'
import { apiPaths } from '#rules/paths.ts'

/** Headers that Chrome on Android sends with every request. */
const always = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'ko-KR,ko;q=0.9,en-US;q=0.8,en;q=0.7',
  'sec-ch-ua': '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile': '?1',
  'sec-ch-ua-platform': '"Android"',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}

type BrowserRequest = Request & { path: string; headers: Record<string, string> }

/** A browser's request for a page; `cookie` is that of a signed-in person. */
export function pageRequest(path: string, cookie?: string): BrowserRequest {
  const headers = {
    ...always,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
    'upgrade-insecure-requests': '1',
    ...(cookie && { cookie }),
  }
  return { method: 'GET', path, headers }
}

/** A request of the API as the scripts of our own pages send it, with their document of that name. */
export function apiRequest(origin: string, document: string, variables: object, cookie?: string): BrowserRequest {
  const headers = {
    ...always,
    accept: '*/*',
    'content-type': 'application/json',
    origin,
    referer: `${origin}/`,
    'sec-fetch-dest': 'empty',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'same-origin',
    ...(cookie && { cookie }),
  }
  const body = JSON.stringify({ query: ownDocument(document), variables, extensions: { reader: true } })
  return { method: 'POST', path: apiPaths.graphql, headers, body }
}

/** A request for autocannon that is made anew each time it is sent. */
export function requestPerTurn(make: (turn: number) => Request): Request {
  let turn = 0
  return { ...make(turn), setupRequest: (request) => ({ ...request, ...make(turn++) }) }
}

const documents = new Map<string, string>()

function ownDocument(name: string): string {
  const known = documents.get(name)
  if (known !== undefined) return known
  const found = [...ownDocuments].find((text) => new RegExp(`^\\s*(query|mutation) ${name}\\b`).test(text))
  if (!found) throw new Error(`No page sends a document named ${name}.`)
  documents.set(name, found)
  return found
}
