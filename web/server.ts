import { createServerEntry, createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'

// As one string, which costs a fraction of the CPU time of a stream.
export default createServerEntry({ fetch: createStartHandler(defaultRenderHandler) })
