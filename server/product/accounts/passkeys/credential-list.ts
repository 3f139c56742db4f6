import type { Queryable } from '../../../platform/database/connect.ts'

type Row = Readonly<{ credential_id: Buffer; transports: string[] }>

export async function loadCredentials(db: Queryable, accountId: number): Promise<Row[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
}

/** A passkey as WebAuthn options name it. */
export function descriptorOf({ credential_id, transports }: Row) {
  return { id: credential_id.toString('base64url'), transports }
}
