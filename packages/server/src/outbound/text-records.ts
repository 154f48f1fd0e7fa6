import { NODATA, NOTFOUND } from "node:dns";
import { Resolver } from "node:dns/promises";
import type { ReadTextRecords } from "@weft/collab";

export interface TextRecordsOptions {
  /** Name servers, as in `1.1.1.1` or `127.0.0.1:5353`. Defaults to those of the system. */
  readonly servers?: readonly string[] | undefined;
  /** For all tries together. */
  readonly timeoutMs: number;
}

const tries = 2;

/** Reads TXT records from the name servers themselves: a hosts file has none. */
export function createTextRecords({ servers = [], timeoutMs }: TextRecordsOptions): ReadTextRecords {
  return async (domain) => {
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / (2 * tries)), tries });
    if (servers.length > 0) resolver.setServers(servers);
    const late = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      // A long text is stored in parts.
      return (await resolver.resolveTxt(domain)).map((parts) => parts.join(""));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === NODATA || code === NOTFOUND) return [];
      throw error;
    } finally {
      clearTimeout(late);
    }
  };
}
