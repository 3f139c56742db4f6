// Preloaded into a site: its measured time passes a thousand times slower, so that nothing expires during a test. Answers
// that are kept for a second are then only dropped when something says that they are outdated.
const now = performance.now.bind(performance)
performance.now = () => now() / 1000
