/** Pauses before a tile is asked for again, in milliseconds; the last one repeats. */
const PAUSES = [1000, 2000, 5000, 15_000] as const

/** Reads tiles of an address with {z}, {x} and {y}; asks again until they come or are no longer wanted. */
export class PatientTiles {
  private readonly address: string
  private isOver = false

  constructor(address: string) {
    this.address = address
  }

  /** The tile, or undefined where the map has none. The name is that of a PMTiles archive, which the renderer expects. */
  async getZxy(z: number, x: number, y: number, signal?: AbortSignal): Promise<{ data: ArrayBuffer } | undefined> {
    const url = this.address.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(url, signal ? { signal } : {}).catch(() => null)
      if (response?.ok) {
        const data = await response.arrayBuffer().catch(() => null)
        if (data) return data.byteLength > 0 ? { data } : undefined
      }
      // Such a tile does not exist, however often one asks.
      if (response?.status === 404) return undefined
      await new Promise((resolve) => setTimeout(resolve, PAUSES[Math.min(attempt, PAUSES.length - 1)]))
      if (this.isOver || signal?.aborted) throw new DOMException('no longer wanted', 'AbortError')
    }
  }

  stop(): void {
    this.isOver = true
  }
}
