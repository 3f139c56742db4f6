import { createServerEntry, createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'

/**
 * Renders a page as one string, not as a stream: the loaders finish before rendering starts, and a string costs a
 * fraction of the CPU time of chunks.
 */
export default createServerEntry({ fetch: createStartHandler(defaultRenderHandler) })
