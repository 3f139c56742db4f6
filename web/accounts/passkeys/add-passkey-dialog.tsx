import { useQueryClient } from '@tanstack/react-query'
import { useGraphql } from '../../graphql.ts'
import { Plus } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import { createPasskey } from './browser-passkeys.ts'
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx'
import { setHasUsedPasskey } from './passkey-use.tsx'
import { addPasskey, beginPasskey, passkeysQuery } from './passkeys-query.ts'

type AddPasskeyDialogProps = { open: boolean; onClose: () => void; hasPasskey: boolean; onAdded?: () => void }

export function AddPasskeyDialog({ onAdded, ...dialog }: AddPasskeyDialogProps) {
  const graphql = useGraphql()
  const queryClient = useQueryClient()
  return (
    <ConfirmIdentityDialog
      {...dialog}
      icon={Plus}
      title="패스키 추가"
      description="본인인지 한 번 확인하면, 이 기기의 지문이나 얼굴, 화면 잠금으로 로그인할 수 있어요."
      labels={{ confirm: '추가하기', busy: '추가하는 중…' }}
      onConfirm={async (given) => {
        const response = await createPasskey(await beginPasskey(graphql, given))
        const added = await addPasskey(graphql, { response })
        setHasUsedPasskey(true)
        queryClient.setQueryData(passkeysQuery(graphql).queryKey, (list) => list && [...list, added])
        dialog.onClose()
        onAdded?.()
        toast(`${added.name} 패스키를 추가했어요.`)
      }}
    />
  )
}
