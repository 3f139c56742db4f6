import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { sentenceOf } from '../failures.ts'
import { type ExecuteGraphql, graphql, request, useGraphql } from '../graphql.ts'
import { toast } from '../kit/toast.ts'

/** Verifies the address whose mail led here, once, and takes the token out of the address bar. */
export function VerifyLink() {
  // As `verifyFragment` writes it.
  const token = new URLSearchParams(useLocation({ select: ({ hash }) => hash })).get('verify') ?? ''
  const execute = useGraphql()
  const router = useRouter()
  const used = useRef('')
  useEffect(() => {
    if (token === '' || used.current === token) return
    used.current = token
    verifyEmail(execute, { token }).then(
      () => toast('이메일을 확인했어요. 이제 글을 올릴 수 있어요.', { isForNextPage: true }),
      (error) => toast(sentenceOf(error), { isForNextPage: true }),
    )
    void router.navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false })
  }, [token, execute, router])
  return null
}

const mailDocument = graphql(/* GraphQL */ `
  mutation sendVerificationMail {
    sendVerificationMail { count }
  }
`)

/** Mails a code and a link to the reader's own address; false if it is verified already. @throws the server's error */
export async function sendVerificationMail(execute: ExecuteGraphql): Promise<boolean> {
  return (await request(execute, mailDocument, {})).sendVerificationMail.count > 0
}

const verifyDocument = graphql(/* GraphQL */ `
  mutation verifyEmail($code: String, $token: String) {
    verifyEmail(code: $code, token: $token) { count }
  }
`)

/** By the code that was mailed, or the token of the link beside it. @throws the server's error */
export async function verifyEmail(execute: ExecuteGraphql, given: { code: string } | { token: string }): Promise<void> {
  await request(execute, verifyDocument, given)
}
