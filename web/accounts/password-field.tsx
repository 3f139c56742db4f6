import Eye from 'virtual:icon/eye'
import EyeOff from 'virtual:icon/eye-off'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field, type FieldParts } from '../kit/field.tsx'

export type PasswordFieldProps = Omit<FieldParts, 'count' | 'optional'> & Omit<ComponentProps<'input'>, 'children'>

type Below = {
  /** Shown below the input. */
  below?: ReactNode
  /** Id of the element in there that describes the input. */
  belowId?: string
}

/** A password input with a button that shows and hides the text. */
export function PasswordField({ label, hint, error, below, belowId, ...input }: PasswordFieldProps & Below) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <>
          <div className="password">
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...control}
              aria-describedby={[control['aria-describedby'], belowId].filter(Boolean).join(' ') || undefined}
              type={shown ? 'text' : 'password'}
              className="input"
            />
            <button
              type="button"
              className="icon-btn icon-btn-quiet"
              aria-label={`${label} ${shown ? '숨기기' : '보기'}`}
              onClick={() => setShown(!shown)}
            >
              <Icon className="icon" />
            </button>
          </div>
          {below}
        </>
      )}
    </Field>
  )
}
