import { useEffect, useRef } from 'react'
import { groupInFours } from '#rules/two-step.ts'
import { copyText } from '../../kit/share-button.tsx'

/** Shows new recovery codes, which the site does not show again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  const text = codes.map(groupInFours).join('\n')
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="two-step">
      <h3 ref={title} tabIndex={-1}>
        복구 코드
      </h3>
      <p>
        휴대폰이 없을 때 이 코드로 로그인해요. 하나를 한 번만 쓸 수 있고, 지금만 보여 드려요. 안전한 곳에 적어 두세요.
      </p>
      <ol className="recovery-codes num" aria-label="복구 코드">
        {codes.map((code) => (
          <li key={code}>
            <code>{groupInFours(code)}</code>
          </li>
        ))}
      </ol>
      <div className="two-step-tools">
        <button
          type="button"
          className="btn btn-outline btn-small"
          onClick={() => void copyText(text, '복구 코드를 복사했어요.')}
        >
          복사하기
        </button>
        <a
          className="btn btn-outline btn-small"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          파일로 저장
        </a>
        <button type="button" className="btn btn-primary btn-small" onClick={onDone}>
          적어 두었어요
        </button>
      </div>
    </div>
  )
}
