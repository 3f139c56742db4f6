import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failures } from '#rules/errors.ts'
import { postPath } from '#rules/paths.ts'
import { postMessages } from '#rules/post.ts'
import { useSignInAgain } from '../../accounts/expired-session.ts'
import { sentenceOf } from '../../failures.ts'
import { graphql, useGraphql } from '../../graphql.ts'
import { ConfirmButtons, Dialog } from '../../kit/dialog.tsx'
import { Trash2 } from '../../kit/icons.gen.ts'
import { toast } from '../../kit/toast.tsx'
import { useRouterContext } from '../../router-context.ts'
import { deleteLater } from '../../store/delete-later.ts'
import { FEED_TITLE_ID } from '../lists/list-head.ts'

type DeleteDialogProps = {
  open: boolean
  onClose: () => void
  post: { id: string; title: string; image: string | null } | null
  onDeleted?: () => void
}

export function DeleteDialog({ open, onClose, post, onDeleted }: DeleteDialogProps) {
  const client = useQueryClient()
  const graphql = useGraphql()
  const { store } = useRouterContext()
  const signInAgain = useSignInAgain()
  const cancel = useRef<HTMLButtonElement>(null)
  const goOnAt = useRef<HTMLElement | null>(null)
  // Keeps the text while the dialog fades out.
  const [asked, setAsked] = useState(post)
  if (post && post !== asked) setAsked(post)
  const confirm = () => {
    if (!post) return
    const { id } = post
    const asker = store.viewer?.jwt
    if (!onDeleted) goOnAt.current = nextInList(id)
    deleteLater(store, {
      name: `post ${id}`,
      done: postMessages.deleted,
      send: () => deletePost(graphql, { id }, { reader: asker }),
      onGone: () => reloadAfterDeletion(client, id),
      focusWhenBack: `h2 a[href="${postPath(id)}"]`,
      onFailure: (error) => signInAgain(error) || toast(sentenceOf(error, failures.deleteOrWithdraw)),
    })
    onClose()
    onDeleted?.()
  }
  const giveUp = () => {
    goOnAt.current = null
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={giveUp}
      title={postMessages.confirmDelete}
      description={asked && `‘${asked.title}’ ${asked.image ? '글과 사진이' : '글이'} 사라져요.`}
      icon={Trash2}
      tone="bad"
      initialFocus={cancel}
      finalFocus={() => goOnAt.current ?? true}
    >
      <ConfirmButtons
        labels={{ confirm: '확인' }}
        isDangerous
        cancelRef={cancel}
        onCancel={giveUp}
        onConfirm={confirm}
      />
    </Dialog>
  )
}

/** The card after the deleted one, otherwise the card before it, otherwise the heading. */
function nextInList(id: string): HTMLElement | null {
  const own = document.querySelector(`.feed h2 a[href="${postPath(id)}"]`)?.closest('li')
  const neighbours = [own?.nextElementSibling, own?.previousElementSibling]
  const links = neighbours.map((card) => card?.querySelector<HTMLElement>('h2 a'))
  return links.find(Boolean) ?? document.getElementById(FEED_TITLE_ID)
}

export const deletePost = graphql(/* GraphQL */ `
  mutation deletePost($id: ID!) { deletePost(id: $id) { count } }
`)

function reloadAfterDeletion(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: ['post', id] })
  client.removeQueries({ queryKey: ['detail_posts'] })
  for (const key of ['place', 'area', 'saved']) void client.invalidateQueries({ queryKey: [key] })
}
