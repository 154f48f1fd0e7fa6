import { WeftError } from "@weft/protocol";

/** The host drains and loads no more rooms: nothing of what was asked has happened. */
export class HostDraining extends WeftError {
  constructor() {
    super("RESTARTING");
  }
}
