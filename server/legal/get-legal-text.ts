import type { LegalText, QueryGetLegalTextArgs } from '#contract/schema.gen.ts'
import { failures } from '#rules/errors.ts'
import { isLegalName } from '#rules/legal.ts'
import type { OperationContext } from '../context.ts'
import { AppError } from '../errors.ts'
import { readLegalText } from './legal-texts.ts'

/** The terms, the privacy policy or the location notice. @throws {AppError} NOT_FOUND for another name */
export async function getLegalText({ config }: OperationContext, { name }: QueryGetLegalTextArgs): Promise<LegalText> {
  if (!isLegalName(name)) throw new AppError('NOT_FOUND', { message: failures.notFound })
  return readLegalText(config, name)
}
