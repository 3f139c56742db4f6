import type { FastifyRequest } from 'fastify'
import type { Services } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type Bucket, bucketOf, releaseAttempt, reserveAmount, reserveAttempt } from '../../limits/attempts.ts'
import { networkOf } from '../../limits/networks.ts'
import { isServerFault } from '../../limits/rate-limits.ts'

const MEGABYTE = 1024 * 1024

type Parts = Pick<Services, 'config' | 'db' | 'secrets'>

/** Who uploads: a network and, unless it is a visitor without one, an account. */
export type Source = Readonly<{ network: string; account: string }>

/** Visitors without an account behind one network count as one. */
export async function sourceOf(request: FastifyRequest): Promise<Source> {
  const session = await request.loadSession()
  const network = networkOf(request.ip)
  return { network, account: session ? `account ${session.accountId}` : network }
}

/** Counts nothing if one of the limits is reached. @throws {AppError} RATE_LIMITED */
export async function reserveUpload({ config, db, secrets }: Parts, { network, account }: Source, bytes: number) {
  const uploads = uploadBuckets({ config, secrets }, { network, account })
  const megabytes = bucketOf(secrets, config.limits.uploadMegabytes, 'upload megabytes', network)
  await reserveAttempt(db, uploads)
  try {
    await reserveAmount(db, megabytes, Math.ceil(bytes / MEGABYTE))
  } catch (error) {
    await releaseAttempt(db, uploads)
    throw error
  }
}

function uploadBuckets({ config, secrets }: Pick<Parts, 'config' | 'secrets'>, { network, account }: Source): Bucket[] {
  const { upload, uploadAddress } = config.limits
  return [bucketOf(secrets, upload, 'upload', account), bucketOf(secrets, uploadAddress, 'uploads', network)]
}

/** Uncounts an upload that failed through no fault of its sender, but not more often than the account may upload. */
export async function countOnlyUsed<T>(
  parts: Parts,
  request: FastifyRequest,
  source: Source,
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

async function refundUpload(parts: Parts, source: Source): Promise<void> {
  const { config, db, secrets } = parts
  try {
    await reserveAttempt(db, [bucketOf(secrets, config.limits.upload, 'refunded uploads', source.account)])
    await releaseAttempt(db, uploadBuckets(parts, source))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
