import { onTestFinished, vi } from 'vitest'

/** A picture that the page uploads, and how the test answers it. */
export type Upload = {
  file: File
  /** Whether the page has cancelled the upload. */
  isAborted: boolean
  /** Reports progress, from 0 to 1. */
  send: (part: number) => void
  accept: (url: string) => void
  refuse: (status: number) => void
  /** The request does not reach the site. */
  lose: () => void
}

/**
 * Intercepts the page's uploads of pictures, and returns them in their order.
 * @param take called with each of them; the test answers it, at once or later
 */
export function interceptUploads(take: (upload: Upload) => void = () => {}): Upload[] {
  const taken: Upload[] = []
  class Request extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    #taken: Upload | undefined

    open() {}
    setRequestHeader() {}

    send(body: FormData) {
      const end = (status: number, data: unknown) => {
        this.status = status
        this.responseText = JSON.stringify(data)
        this.dispatchEvent(new Event('load'))
      }
      this.#taken = {
        file: body.get('file') as File,
        isAborted: false,
        send: (loaded) =>
          this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 1, lengthComputable: true })),
        accept: (url) => end(200, { url }),
        refuse: (status) => end(status, null),
        lose: () => this.dispatchEvent(new Event('error')),
      }
      taken.push(this.#taken)
      take(this.#taken)
    }

    abort() {
      if (this.#taken) this.#taken.isAborted = true
      this.dispatchEvent(new Event('abort'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  onTestFinished(() => void vi.unstubAllGlobals())
  return taken
}

/** A picture of one colour, as a file. */
export async function pictureFile(name: string, { width = 200, height = 200 } = {}): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob()], name)
}
