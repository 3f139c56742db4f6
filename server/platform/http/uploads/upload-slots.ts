import type { FastifyRequest } from 'fastify'
import { type Config, shareOfProcess } from '../../config.ts'
import type { Services } from '../../context.ts'
import { AppError, isServerFault } from '../../errors.ts'
import { type Bucket, bucketOf, releaseAttempt, reserveAmount, reserveAttempt } from '../../limits/attempts.ts'
import { networkOf } from '../../limits/networks.ts'

type Amount = Readonly<{ count: number; bytes: number }>

const MB = 1024 * 1024
const LIMITS: Readonly<Record<'all' | 'network' | 'account', Amount>> = {
  all: { count: 48, bytes: 256 * MB },
  network: { count: 12, bytes: 96 * MB },
  account: { count: 6, bytes: 64 * MB },
}

const RETRY_AFTER = 5

type UploadSlot = { signal: AbortSignal; leave(): void; giveUp(): void }

type Held = UploadSource & { bytes: number; controller: AbortController }

/**
 * Admits a limited number of uploads. A new one displaces one of the largest share: of an account in a full network, or
 * of a network in a full site.
 */
export class UploadSlots {
  #held: Held[] = []
  readonly #inAll: Amount

  /** Each process admits its share, but as many of one network as a single process would. */
  constructor(config: Pick<Config, 'processes'>) {
    const { all, network } = LIMITS
    this.#inAll = {
      count: shareOfProcess(config, all.count, network.count),
      bytes: shareOfProcess(config, all.bytes, network.bytes),
    }
  }

  /** @param bytes size of the request's body @throws {AppError} RATE_LIMITED, UNAVAILABLE when the site is busy */
  take(source: UploadSource, bytes: number): UploadSlot {
    const slot: Held = { ...source, bytes, controller: new AbortController() }
    const ofAccount = this.#held.filter(({ account }) => account === source.account)
    if (isOver([...ofAccount, slot], LIMITS.account)) throw new AppError('RATE_LIMITED', { retryAfter: RETRY_AFTER })
    const inNetwork = () => this.#held.filter(({ network }) => network === source.network)
    this.#makeRoom(slot, 'account', inNetwork, LIMITS.network, 'RATE_LIMITED')
    this.#makeRoom(slot, 'network', () => this.#held, this.#inAll, 'UNAVAILABLE')
    this.#held.push(slot)
    return {
      signal: slot.controller.signal,
      leave: () => this.#remove(slot),
      giveUp: () => this.#end(slot),
    }
  }

  #makeRoom(
    slot: Held,
    by: 'account' | 'network',
    present: () => Held[],
    limit: Amount,
    code: 'RATE_LIMITED' | 'UNAVAILABLE',
  ): void {
    for (let held = present(); isOver([...held, slot], limit); held = present()) {
      const groups = Map.groupBy(held, (one) => one[by])
      const shares = [...groups.values()].toSorted((a, b) => useOf(b, limit) - useOf(a, limit))
      const most = shares[0] ?? []
      const own = [...(groups.get(slot[by]) ?? []), slot]
      if (useOf(most, limit) <= useOf(own, limit)) throw new AppError(code, { retryAfter: RETRY_AFTER })
      const newest = most.at(-1)
      if (newest) this.#end(newest)
    }
  }

  #end(slot: Held): void {
    this.#remove(slot)
    slot.controller.abort(new AppError('UNAVAILABLE', { retryAfter: RETRY_AFTER }))
  }

  #remove(slot: Held): void {
    this.#held = this.#held.filter((other) => other !== slot)
  }
}

function isOver(slots: readonly Held[], limit: Amount): boolean {
  return useOf(slots, limit) > 1
}

function useOf(slots: readonly Held[], limit: Amount): number {
  const bytes = slots.reduce((sum, slot) => sum + slot.bytes, 0)
  return Math.max(slots.length / limit.count, bytes / limit.bytes)
}

type Parts = Pick<Services, 'config' | 'db' | 'secrets'>

/** Network of an upload, and its account; visitors count by their network. */
export type UploadSource = Readonly<{ network: string; account: string }>

export async function uploadSourceOf(request: FastifyRequest): Promise<UploadSource> {
  const session = await request.loadSession()
  const network = networkOf(request.ip)
  return { network, account: session ? `account ${session.accountId}` : network }
}

/** Counts an upload and its megabytes; counts nothing if a limit is reached. @throws {AppError} RATE_LIMITED */
export async function reserveUpload({ config, db, secrets }: Parts, { network, account }: UploadSource, bytes: number) {
  const uploads = uploadBuckets({ config, secrets }, { network, account })
  const megabytes = bucketOf(secrets, config.limits.uploadMegabytes, 'upload megabytes', network)
  await reserveAttempt(db, uploads)
  try {
    await reserveAmount(db, megabytes, Math.ceil(bytes / MB))
  } catch (error) {
    await releaseAttempt(db, uploads)
    throw error
  }
}

function uploadBuckets(
  { config, secrets }: Pick<Parts, 'config' | 'secrets'>,
  { network, account }: UploadSource,
): Bucket[] {
  const { upload, uploadDay, uploadNetwork } = config.limits
  return [
    bucketOf(secrets, upload, 'upload', account),
    bucketOf(secrets, uploadDay, 'uploads of a day', account),
    bucketOf(secrets, uploadNetwork, 'uploads', network),
  ]
}

/**
 * Runs an upload that is counted already, and uncounts it if it ends by a fault of the server or a lost connection, at
 * most as often as the account may upload.
 */
export async function uploadOrRefund<T>(
  parts: Parts,
  request: FastifyRequest,
  source: UploadSource,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isInnocent = request.socket.destroyed ? !request.raw.complete : isServerFault(error)
    if (isInnocent) await refundUpload(parts, source)
    throw error
  }
}

async function refundUpload(parts: Parts, source: UploadSource): Promise<void> {
  const { config, db, secrets } = parts
  try {
    await reserveAttempt(db, [bucketOf(secrets, config.limits.upload, 'refunded uploads', source.account)])
    await releaseAttempt(db, uploadBuckets(parts, source))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
