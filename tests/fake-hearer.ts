import { receiveChanges } from '#server/platform/cluster/change-relay.ts'

// Stands in for server/worker.ts in tests: it hears of changes as a worker does, and tells the first process what it
// has heard. The environment names the channels.

const { CHANNELS = '' } = process.env
const tell = (heard: object) => process.send?.({ heard })
const listeners = Object.fromEntries(
  CHANNELS.split(',').map((channel) => [channel, (payload: string | null) => tell({ channel, payload })]),
)
await receiveChanges(listeners, (isListening) => tell({ isListening }))
tell({ begun: true })
