import type { ComponentProps } from 'react'
import { TextField } from '../../kit/field.tsx'

/** In characters: a recovery code may be typed with spaces or hyphens between its groups. */
const MAX_LENGTH = 24

/** Field for a code of the authenticator app, or for a recovery code, which has letters. */
export function TwoStepCodeField(input: ComponentProps<typeof TextField>) {
  return (
    <TextField inputMode="numeric" autoComplete="one-time-code" maxLength={MAX_LENGTH} spellCheck={false} {...input} />
  )
}
