import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sentenceOf } from '../../failures.ts'
import { useGraphql } from '../../graphql.ts'
import { FieldError } from '../../kit/field.tsx'
import { PageIcon } from '../../kit/page-icons.tsx'
import { askPasskeyProof, cancelPasskeyRequest } from './browser-passkeys.ts'
import { hasUsedPasskey } from './passkey-use.tsx'

/** Button to prove the identity by passkey instead of the current password; only in a browser that has used a passkey before. */
export function PasskeyProof({ onProof }: { onProof: (proof: string) => void }) {
  const graphql = useGraphql()
  const { isPending, error, mutate } = useMutation({ mutationFn: () => askPasskeyProof(graphql), onSuccess: onProof })
  useEffect(() => cancelPasskeyRequest, [])
  if (!hasUsedPasskey()) return null
  return (
    <div className="passkey-proof">
      <button
        type="button"
        className="btn btn-outline btn-small"
        aria-disabled={isPending || undefined}
        onClick={() => isPending || mutate()}
      >
        <PageIcon name="key-round" />
        {isPending ? '확인하는 중…' : '패스키로 확인하기'}
      </button>
      {error && <FieldError live>{sentenceOf(error)}</FieldError>}
    </div>
  )
}
