import fs, { readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { vi } from 'vitest'

/** Files and folders that are flushed to the disk from now on, by their paths at that moment. Linux only. */
export async function watchFlushes(): Promise<string[]> {
  const flushed: string[] = []
  const note = (fd: number) => void flushed.push(readlinkSync(`/proc/self/fd/${fd}`))
  const handle = await open('/')
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = prototype
  vi.spyOn(prototype, 'sync').mockImplementation(function (this: typeof handle) {
    note(this.fd)
    return sync.call(this)
  })
  const { fsync } = fs
  vi.spyOn(fs, 'fsync').mockImplementation((fd, callback) => {
    note(fd)
    fsync(fd, callback)
  })
  return flushed
}
