import * as v from 'valibot'
import { AppError } from '../../../platform/errors.ts'

/** Longest response of a browser, in UTF-16 code units. Its parts are bounded below. */
const LONGEST = 16_384

/** base64url of at most so many bytes. */
const bytes = (most: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(Math.ceil((most * 4) / 3)))

/** WebAuthn, 4: an id has at most 1,023 bytes. */
const id = bytes(1023)

const common = { id, rawId: id, type: v.literal('public-key') }

const assertionSchema = v.object({
  ...common,
  response: v.object({
    clientDataJSON: bytes(2048),
    authenticatorData: bytes(2048),
    signature: bytes(1024),
    userHandle: v.nullish(bytes(64)),
  }),
})

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const registrationSchema = v.object({
  ...common,
  response: v.object({
    clientDataJSON: bytes(2048),
    attestationObject: bytes(8192),
    transports: v.optional(v.pipe(v.array(v.picklist(TRANSPORTS)), v.maxLength(TRANSPORTS.length)), []),
  }),
})

const clientDataSchema = v.object({ challenge: v.string(), crossOrigin: v.optional(v.boolean(), false) })

/** Signature of a passkey for a challenge, as a browser sends it. */
export type Assertion = v.InferOutput<typeof assertionSchema> & { challenge: string }
/** A new passkey, as a browser sends it. */
export type Registration = v.InferOutput<typeof registrationSchema> & { challenge: string }

/** @throws {AppError} BAD_USER_INPUT */
export const parseAssertion = (text: string): Assertion => readResponse(assertionSchema, text)

/** @throws {AppError} BAD_USER_INPUT */
export const parseRegistration = (text: string): Registration => readResponse(registrationSchema, text)

type Ceremony = { response: { clientDataJSON: string } }

/** Refuses a response made while another site's page framed ours. */
function readResponse<T extends Ceremony>(
  schema: v.GenericSchema<unknown, T>,
  text: string,
): T & { challenge: string } {
  const response = text.length <= LONGEST ? v.safeParse(schema, parse(text)) : null
  if (!response?.success) throw new AppError('BAD_USER_INPUT')
  const { clientDataJSON } = response.output.response
  const client = v.safeParse(clientDataSchema, parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
  if (!client.success || client.output.crossOrigin) throw new AppError('BAD_USER_INPUT')
  return { ...response.output, challenge: client.output.challenge }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
