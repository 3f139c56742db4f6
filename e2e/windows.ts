/** The two windows in which tests run, as Playwright's options. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 }
export const WIDE = { viewport: { width: 1280, height: 800 } }
