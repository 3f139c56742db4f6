import EyeOff from 'virtual:icon/eye-off'

/** To its author, above what nobody else sees: why. */
export function HiddenNote({ reason }: { reason: string | null | undefined }) {
  if (!reason) return null
  return (
    <p className="notice">
      <EyeOff className="icon" />
      <span>
        <b>나에게만 보여요.</b> {reason}
      </span>
    </p>
  )
}
