/** Loaded into a server process: on SIGUSR2 its time jumps ahead by more than an hour, in which tokens end. */
const now = Date.now;
let ahead = 0;
Date.now = () => now() + ahead;
process.on("SIGUSR2", () => (ahead += 3_700_000));
