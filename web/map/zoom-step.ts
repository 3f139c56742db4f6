/** Step of zooms, where a whole step would leave much of a map empty. */
export const ZOOM_STEP = 0.25
