import type { EnvReader, Limit } from '../env-reader.ts'

/** Limits before RATE_LIMITED: failures (threats 15 to 22), new accounts and writes of members (threat 56). */
export type Limits = Readonly<{
  /** Failed logins of one e-mail address from one network address. */
  login: Limit
  /** Failed logins from one network address. */
  loginAddress: Limit
  /** Failed logins of one e-mail address from unknown devices. */
  loginAccount: Limit
  /** Recovery attempts for one e-mail address, or from one known device. */
  recovery: Limit
  /** Recovery attempts of all known devices of one account, and apart from them of all former ones. */
  recoveryDevices: Limit
  /** Sign-ups with a taken e-mail address from one network address. */
  signupTaken: Limit
  /** Changes of an account's e-mail address. */
  emailChanges: Limit
  /** Mails about changes to one address, whoever causes them; further ones wait. */
  notices: Limit
  /** Mails about changes that one network address causes, whatever accounts; further changes are refused. */
  noticesAddress: Limit
  /** Mails with a temporary password to one address. */
  recoveryMails: Limit
  /** Uploads of one account, or of all visitors without one behind one network address. */
  upload: Limit
  /** Uploads from one network address, over all accounts: carriers put thousands of people behind one. */
  uploadAddress: Limit
  /** Megabytes uploaded from one network address; each upload is rounded up. */
  uploadMegabytes: Limit
  /** New accounts from one network address. */
  signup: Limit
  /** Actions of signed-in people. */
  rates: Readonly<Record<LimitedKind, RateLimit>>
}>

/** Limits by account and by network: new posts, likes, changes of existing content, and exports of an account. */
export type LimitedKind = 'post' | 'like' | 'change' | 'export'

/** How often one account, and all accounts of one network, may do something. */
export type RateLimit = Readonly<{ account: Limit; network: Limit }>

/** All limits; `.env.example` explains each. */
export function readLimits(reader: EnvReader): Limits {
  return {
    login: reader.limit('LIMIT_LOGIN', '5/15m'),
    loginAddress: reader.limit('LIMIT_LOGIN_ADDRESS', '50/15m'),
    loginAccount: reader.limit('LIMIT_LOGIN_ACCOUNT', '100/1h'),
    recovery: reader.limit('LIMIT_RECOVERY', '5/1h'),
    recoveryDevices: reader.limit('LIMIT_RECOVERY_DEVICES', '20/1h'),
    signupTaken: reader.limit('LIMIT_SIGNUP_TAKEN', '30/1h'),
    emailChanges: reader.limit('LIMIT_EMAIL_CHANGES', '3/1d'),
    notices: reader.limit('LIMIT_NOTICES', '5/1d'),
    noticesAddress: reader.limit('LIMIT_NOTICES_ADDRESS', '300/1d'),
    recoveryMails: reader.limit('LIMIT_RECOVERY_MAILS', '15/1d'),
    upload: reader.limit('LIMIT_UPLOAD', '60/10m'),
    uploadAddress: reader.limit('LIMIT_UPLOAD_ADDRESS', '600/10m'),
    uploadMegabytes: reader.limit('LIMIT_UPLOAD_MEGABYTES', '1000/10m'),
    signup: reader.limit('LIMIT_SIGNUP', '200/1h'),
    rates: {
      post: readRate(reader, 'POST', '60/1h', '300/1h'),
      like: readRate(reader, 'LIKE', '120/1m', '3000/1m'),
      change: readRate(reader, 'CHANGE', '300/1h', '3000/1h'),
      export: readRate(reader, 'EXPORT', '10/1h', '100/1h'),
    },
  }
}

/** The limit of one account, and that of all accounts behind one network address. */
function readRate(reader: EnvReader, name: string, account: string, network: string): RateLimit {
  return {
    account: reader.limit(`LIMIT_${name}`, account),
    network: reader.limit(`LIMIT_${name}_ADDRESS`, network),
  }
}
