const devices: readonly [RegExp, string][] = [
  [/iPad/, '아이패드'],
  [/iPhone/, '아이폰'],
  [/Android/, '안드로이드 휴대폰'],
  [/Windows/, '윈도우 컴퓨터'],
  [/CrOS/, '크롬북'],
  [/Mac OS X|Macintosh/, '맥'],
  [/Linux/, '리눅스 컴퓨터'],
]

/** Usual name of the device that keeps the passkey, with a number if the member has one of that name. */
export function suggestPasskeyName(
  userAgent: string | null,
  transports: readonly string[],
  taken: readonly string[],
): string {
  const name = baseName(userAgent ?? '', transports)
  if (!taken.includes(name)) return name
  for (let number = 2; ; number++) if (!taken.includes(`${name} ${number}`)) return `${name} ${number}`
}

function baseName(userAgent: string, transports: readonly string[]): string {
  if (transports.includes('internal')) return deviceOf(userAgent)
  // Another device was used: a key that is plugged in or held near, or a phone beside the computer.
  if (transports.includes('usb') || transports.includes('nfc')) return '보안 키'
  return transports.includes('hybrid') ? '휴대폰' : deviceOf(userAgent)
}

function deviceOf(userAgent: string): string {
  return devices.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '패스키'
}
