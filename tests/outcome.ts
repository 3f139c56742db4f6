/** 'ok', or the code of the API's error, to compare the outcomes of many calls. */
export function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? 'no code',
  )
}
