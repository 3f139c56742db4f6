/**
 * Collects what is sent at the same moment, and hands it to `send` together, in order: a message between processes costs
 * as much as several small ones in it.
 */
export function sendTogether<Message>(send: (messages: readonly Message[]) => void): (message: Message) => void {
  let waiting: Message[] = []
  return (message) => {
    waiting.push(message)
    if (waiting.length > 1) return
    setImmediate(() => {
      const messages = waiting
      waiting = []
      send(messages)
    })
  }
}
