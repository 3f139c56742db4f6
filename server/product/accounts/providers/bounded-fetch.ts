/** Bytes of the largest response that is read; those of providers have less than 10 kB. */
const LARGEST = 64 * 1024

/** Longest wait for one request; a login makes three. */
const REPLY_MS = 4000

/** The provider did not respond in time, sent too much, or reported a fault of its own (5xx). */
class ProviderAway extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause })
    this.name = 'ProviderAway'
  }
}

type Request = Readonly<{ method: string; headers: Record<string, string>; body?: unknown }>

/** Fetches a URL with bounds on time and size, and follows no redirect. @throws {ProviderAway} */
export async function boundedFetch(url: string, { headers, method, body }: Request): Promise<Response> {
  const signal = AbortSignal.timeout(REPLY_MS)
  try {
    const reply = await fetch(url, {
      headers,
      method,
      redirect: 'manual',
      signal,
      ...(body != null && { body: String(body) }),
    })
    const bytes = await readWithin(reply, LARGEST)
    if (reply.status >= 500) throw new ProviderAway(`status ${reply.status}`)
    const hasBody = bytes.length > 0 && reply.status !== 204 && reply.status !== 304
    return new Response(hasBody ? bytes : null, { status: reply.status, headers: reply.headers })
  } catch (error) {
    throw error instanceof ProviderAway ? error : new ProviderAway((error as Error).name, error)
  }
}

async function readWithin(reply: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of reply.body ?? []) {
    length += part.length
    // Leaving the loop cancels the rest.
    if (length > most) throw new ProviderAway(`an answer of more than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Whether a provider that did not respond in time, sent too much, or had a fault of its own has caused an error. */
export function isProviderAway(error: unknown): boolean {
  if (error instanceof ProviderAway) return true
  return error instanceof Error && error.cause !== undefined && isProviderAway(error.cause)
}
