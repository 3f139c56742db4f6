import type { ReportKind, ReportReason } from '#rules/moderation.ts'
import { type ExecuteGraphql, graphql, request } from '../graphql.ts'

export type Reported = Readonly<{ kind: ReportKind; id: string }>

const document = graphql(/* GraphQL */ `
  mutation report($kind: String!, $id: ID!, $reason: String!, $text: String) {
    report(kind: $kind, id: $id, reason: $reason, text: $text) { count }
  }
`)

/** From then on the reader does not see it. @throws the server's error */
export async function report(
  execute: ExecuteGraphql,
  { kind, id }: Reported,
  given: { reason: ReportReason; text: string },
): Promise<void> {
  await request(execute, document, { kind, id, ...given })
}
