import type { ComponentProps } from 'react'
import { TextField } from '../../kit/field.tsx'

/** Room for a recovery code in groups. */
const LONGEST = 24

/** For a code of the app, or for a recovery code, which has letters. */
export function CodeField(input: ComponentProps<typeof TextField>) {
  return (
    <TextField inputMode="numeric" autoComplete="one-time-code" maxLength={LONGEST} spellCheck={false} {...input} />
  )
}
