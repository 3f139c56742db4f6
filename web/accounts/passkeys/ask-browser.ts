import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import { passkeyMessages } from '#rules/passkeys.ts'
import { ApiError, type ExecuteGraphql } from '../../graphql.ts'
import { beginPasskeyLogin, beginPasskeyProof } from './passkeys-query.ts'

export { browserSupportsWebAuthnAutofill as offersInFields } from '@simplewebauthn/browser'

/** The browser or the person said no; shown as what the API answers. */
export class PasskeyRefused extends ApiError {
  /** Another question took the place of this one, or the screen was left. */
  readonly isOver: boolean

  constructor(message: string, cause: unknown) {
    super(message, 'BAD_CREDENTIALS')
    this.name = 'PasskeyRefused'
    this.isOver = nameOf(cause) === 'AbortError'
  }
}

/** The library puts some errors of the browser into its own. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return error.cause instanceof Error ? error.cause.name : error.name
}

/** Answer to a login. `inField`: only when the person chooses a passkey in the menu of the e-mail field. @throws {PasskeyRefused} */
export async function askToLogIn(execute: ExecuteGraphql, inField: boolean): Promise<string> {
  const optionsJSON = JSON.parse(await beginPasskeyLogin(execute, {}))
  return ask(
    () => startAuthentication({ optionsJSON, useBrowserAutofill: inField, verifyBrowserAutofillInput: false }),
    passkeyMessages.notUsed,
  )
}

/** Answer that takes the place of the password. @throws {PasskeyRefused} */
export async function askForProof(execute: ExecuteGraphql): Promise<string> {
  const optionsJSON = JSON.parse(await beginPasskeyProof(execute, {}))
  return ask(() => startAuthentication({ optionsJSON }), passkeyMessages.notProved)
}

/** @throws {PasskeyRefused} */
export async function askToCreate(options: string): Promise<string> {
  return ask(() => startRegistration({ optionsJSON: JSON.parse(options) }), passkeyMessages.notMade)
}

async function ask(start: () => Promise<object>, refused: string): Promise<string> {
  try {
    return JSON.stringify(await start())
  } catch (error) {
    throw new PasskeyRefused(nameOf(error) === 'InvalidStateError' ? passkeyMessages.onDevice : refused, error)
  }
}

export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony()
}
