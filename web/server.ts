import { createServerEntry, createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'

/**
 * Renders a page in one piece, not as a stream: its loaders have brought everything before the first element is rendered,
 * and a string costs a fraction of what chunks cost.
 */
export default createServerEntry({ fetch: createStartHandler(defaultRenderHandler) })
