/** What a map without streets and the server that names its areas agree on. It draws on nothing: a map is a small download. */

/** Zoom from which on the names of districts have room; farther away those of the provinces stand. */
export const DISTRICT_ZOOM = 10

/** Outlines are told in hundred-thousandths of a degree: a metre. */
export const OUTLINE_UNIT = 100_000
