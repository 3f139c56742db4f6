import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { returnedMailMessages, returnedMailNotice } from '#rules/returned-mail.ts'
import { useSignInAgain } from '../../../accounts/expired-session.ts'
import { sentenceOf } from '../../../failures.ts'
import { type ExecuteGraphql, graphql, useGraphql } from '../../../graphql.ts'
import { toast } from '../../../kit/toast.tsx'

/** Says that the site no longer sends mails to the member's address and why, with a button to try again. */
export function ReturnedMail() {
  const execute = useGraphql()
  const client = useQueryClient()
  const signInAgain = useSignInAgain()
  const query = returnedMailQuery(execute)
  const { data: returned } = useQuery({ ...query, refetchOnMount: false })
  const { isPending, mutate } = useMutation({
    mutationFn: () => retryMail(execute, {}),
    onSuccess: () => {
      toast('메일을 보냈어요. 또 돌아오면 알려 드릴게요.')
      return client.invalidateQueries(query)
    },
    onError: (error) => signInAgain(error) || toast(sentenceOf(error)),
  })
  const isSettled = returned === null
  useEffect(() => {
    // Removes the note that the server inserts into every page's HTML, which React does not know.
    if (isSettled) document.getElementById(returnedMailNotice.id)?.remove()
  }, [isSettled])
  if (!returned) return null
  return (
    <div id={returnedMailNotice.target} className="notice" role="note">
      <span>{returnedMailMessages[returned.kind]}</span>
      <button
        type="button"
        className="btn btn-outline btn-small"
        aria-disabled={isPending || undefined}
        onClick={() => isPending || mutate()}
      >
        {isPending ? '보내는 중…' : '다시 보내 보기'}
      </button>
    </div>
  )
}

const getReturnedMail = graphql(/* GraphQL */ `
  query getReturnedMail { getReturnedMail { kind } }
`)

const retryMail = graphql(/* GraphQL */ `
  mutation retryMail { retryMail { count } }
`)

export function returnedMailQuery(execute: ExecuteGraphql) {
  return queryOptions({
    queryKey: ['user_info', 'returned mail'],
    queryFn: ({ signal }) => getReturnedMail(execute, {}, { signal }),
  })
}
