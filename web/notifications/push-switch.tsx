import { useEffect, useState } from 'react'
import { useSignInAgain } from '../accounts/use-sign-in-again.ts'
import { sentenceOf } from '../failures.ts'
import { useGraphql } from '../graphql.ts'
import { FieldError } from '../kit/field.tsx'
import { pushState, startPush, stopPush } from './push.ts'

/** An item of the switches: whether this browser shows notifications while the site is closed; nothing where it cannot. */
export function PushSwitch() {
  const graphql = useGraphql()
  const signInAgain = useSignInAgain()
  const [on, setOn] = useState<boolean | null>(null)
  const [failure, setFailure] = useState('')
  useEffect(() => {
    pushState().then(setOn, () => setOn(null))
  }, [])
  if (on === null) return null
  const change = async (wanted: boolean) => {
    setFailure('')
    setOn(wanted)
    try {
      if (!wanted) await stopPush(graphql)
      else if (!(await startPush(graphql))) {
        setOn(false)
        setFailure('브라우저 설정에서 알림을 허용해 주세요.')
      }
    } catch (error) {
      setOn(!wanted)
      if (!signInAgain(error)) setFailure(sentenceOf(error))
    }
  }
  return (
    <li>
      <label>
        <span>
          이 기기로 알림 받기
          <small>화면을 닫아 두어도 알려 드려요.</small>
        </span>
        <input type="checkbox" checked={on} onChange={(event) => void change(event.currentTarget.checked)} />
      </label>
      {failure && <FieldError live>{failure}</FieldError>}
    </li>
  )
}
