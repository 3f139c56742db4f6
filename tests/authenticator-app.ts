import { Secret, TOTP } from 'otpauth'

export const STEP_MS = 30_000

/** An authenticator app with one key. */
export class AuthenticatorApp {
  readonly #secret: Secret

  constructor(key: string) {
    this.#secret = Secret.fromBase32(key)
  }

  /** Its code now, or so many steps later. */
  code(later = 0): string {
    return TOTP.generate({ secret: this.#secret, timestamp: Date.now() + later * STEP_MS })
  }

  /** A code that none of the steps around now has. */
  wrongCode(): string {
    const near = new Set(Array.from({ length: 9 }, (_, index) => this.code(index - 4)))
    for (let number = 0; ; number++) {
      const code = String(number).padStart(6, '0')
      if (!near.has(code)) return code
    }
  }
}
