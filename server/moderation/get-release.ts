import type { OperationContext } from '../context.ts'
import { readRelease } from '../release.ts'
import { requireModerator } from './policy.ts'

const { version, commit } = readRelease()

/** What runs here: '1.2.0 (0123456789ab)'. @throws {AppError} as `requireModerator` */
export async function getRelease(context: OperationContext): Promise<string> {
  requireModerator(context, 'view')
  return commit === null ? version : `${version} (${commit})`
}
