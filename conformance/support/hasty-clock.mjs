/**
 * Loaded into a server process: time jumps to the end of every long wait after a second, so that what takes an hour, the
 * end of a token, can be watched.
 */
const setTimer = globalThis.setTimeout;
const now = Date.now;
let ahead = 0;
Date.now = () => now() + ahead;
globalThis.setTimeout = (run, ms, ...rest) => {
  if (ms < 600_000) return setTimer(run, ms, ...rest);
  return setTimer(() => {
    ahead += ms;
    run(...rest);
  }, 1_000);
};
