import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import { passkeyMessages } from '#rules/passkeys.ts'
import { ApiError, type ExecuteGraphql } from '../../graphql.ts'
import { beginPasskeyLogin, beginPasskeyProof } from './passkeys-query.ts'

export { browserSupportsWebAuthnAutofill as canAutofillPasskeys } from '@simplewebauthn/browser'

/** The browser failed or the person refused to use a passkey. An `ApiError`, so that screens show it like a refused login. */
export class PasskeyRefusedError extends ApiError {
  /** A newer passkey request replaced this one, or the person left the screen. */
  readonly isAborted: boolean

  constructor(message: string, cause: unknown) {
    super(message, 'BAD_CREDENTIALS')
    this.name = 'PasskeyRefusedError'
    this.isAborted = nameOf(cause) === 'AbortError'
  }
}

/** Name of the browser's error, which the library may have wrapped in one of its own. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return error.cause instanceof Error ? error.cause.name : error.name
}

/**
 * The passkey's response to a login challenge, as JSON. With `inField` the browser shows no dialog, but offers passkeys in the
 * e-mail field's autofill menu. @throws {PasskeyRefusedError}
 */
export async function askPasskeyLogin(execute: ExecuteGraphql, inField: boolean): Promise<string> {
  const optionsJSON = JSON.parse(await beginPasskeyLogin(execute, {}))
  return ask(
    () => startAuthentication({ optionsJSON, useBrowserAutofill: inField, verifyBrowserAutofillInput: false }),
    passkeyMessages.notUsed,
  )
}

/** The passkey's response to a challenge, as JSON: the `proof` in place of the password. @throws {PasskeyRefusedError} */
export async function askPasskeyProof(execute: ExecuteGraphql): Promise<string> {
  const optionsJSON = JSON.parse(await beginPasskeyProof(execute, {}))
  return ask(() => startAuthentication({ optionsJSON }), passkeyMessages.notProved)
}

/** Creates a passkey with the server's `options`. @returns it as JSON for `addPasskey` @throws {PasskeyRefusedError} */
export async function createPasskey(options: string): Promise<string> {
  return ask(() => startRegistration({ optionsJSON: JSON.parse(options) }), passkeyMessages.notMade)
}

async function ask(start: () => Promise<object>, refused: string): Promise<string> {
  try {
    return JSON.stringify(await start())
  } catch (error) {
    throw new PasskeyRefusedError(nameOf(error) === 'InvalidStateError' ? passkeyMessages.onDevice : refused, error)
  }
}

export function cancelPasskeyRequest(): void {
  WebAuthnAbortService.cancelCeremony()
}
