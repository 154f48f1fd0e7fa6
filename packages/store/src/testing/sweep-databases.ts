import { sweepDatabases } from "./postgres.ts";

/** To be named as `globalSetup`. */
export async function setup(): Promise<void> {
  await sweepDatabases();
}
