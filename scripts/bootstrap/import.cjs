'use strict'

// A file of its own, because the oldest Nodes cannot parse `import()`.
import('../bootstrap.mjs')
