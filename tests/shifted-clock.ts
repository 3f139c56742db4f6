/** NODE_OPTIONS for a process whose clock is shifted by that many milliseconds. */
export function shiftedClockNodeOptions(milliseconds: number): string {
  const script = `const now = Date.now.bind(Date); Date.now = () => now() + ${milliseconds}
    globalThis.Date = class extends Date { constructor(...given) { given.length ? super(...given) : super(Date.now()) } }`
  return `--import=data:text/javascript,${encodeURIComponent(script)}`
}
