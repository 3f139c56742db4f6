import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field, type FieldParts } from './field.tsx'

/** A password, which a button shows and hides. */
export function PasswordField({
  label,
  hint,
  error,
  ...input
}: Omit<FieldParts, 'count' | 'optional'> & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className="password">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
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
      )}
    </Field>
  )
}
