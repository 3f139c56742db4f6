import { useHydrated, useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { sentenceOf } from '../failures.ts'
import { graphql, useGraphql } from '../graphql.ts'
import { toast } from '../kit/toast.tsx'

/**
 * Verifies an e-mail address by the token in the URL's fragment, once, and removes the token from the address bar. With `asks`,
 * which is for visitors, it waits for a press, because mail scanners open the links of mails.
 */
export function VerifyByLink({ asks = false }) {
  // The format of `verifyFragment`.
  const token = new URLSearchParams(useLocation({ select: ({ hash }) => hash })).get('verify') ?? ''
  const execute = useGraphql()
  const router = useRouter()
  const used = useRef('')
  const isHydrated = useHydrated()
  const verify = useCallback(() => {
    if (token === '' || used.current === token) return
    used.current = token
    verifyEmail(execute, { token }).then(
      () => toast('이메일을 확인했어요. 이제 글을 올릴 수 있어요.', { isForNextPage: true }),
      (error) => toast(sentenceOf(error), { isForNextPage: true }),
    )
    void router.navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
  }, [token, execute, router])
  useEffect(() => {
    if (!asks) verify()
  }, [asks, verify])
  if (!asks || !isHydrated || token === '') return null
  return (
    <div className="notice">
      <span>이메일을 확인하려면 눌러 주세요.</span>
      <button type="button" className="btn btn-primary btn-small" onClick={verify}>
        이메일 확인하기
      </button>
    </div>
  )
}

/** Mails a code and a link to the member's address; the count is 0 if it is verified already. @throws the server's error */
export const sendVerificationMail = graphql(/* GraphQL */ `
  mutation sendVerificationMail { sendVerificationMail { count } }
`)

/** Verifies an address by the code in the mail, or by the token in the mail's link. @throws the server's error */
export const verifyEmail = graphql(/* GraphQL */ `
  mutation verifyEmail($code: String, $token: String) { verifyEmail(code: $code, token: $token) { count } }
`)
