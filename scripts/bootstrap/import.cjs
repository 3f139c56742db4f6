'use strict'

// A file of its own, because the oldest Nodes cannot parse this.
import('../bootstrap.mjs')
