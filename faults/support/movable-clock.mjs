/**
 * Loaded into a server process: on SIGUSR2 its wall clock is set to be wrong by what the file TEST_CLOCK says, in
 * milliseconds, and it says so on stderr. `{node}` in the name of the file is that of the node. The monotonic clock and timers go on as they are, as they do when an operator
 * or NTP sets a machine's time.
 */
import { readFileSync } from "node:fs";

const now = Date.now;
const RightDate = Date;
const file = process.env.TEST_CLOCK.replace("{node}", process.env.WEFT_NODE_NAME);
let ahead = 0;

globalThis.Date = class extends RightDate {
  constructor(...args) {
    if (args.length === 0) super(now() + ahead);
    else super(...args);
  }
  static now() {
    return now() + ahead;
  }
};

const set = () => {
  ahead = Number(readFileSync(file, "utf8"));
  process.stderr.write(`clock ${ahead}\n`);
};
set();
process.on("SIGUSR2", set);
