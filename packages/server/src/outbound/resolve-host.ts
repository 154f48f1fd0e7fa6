import { Resolver } from "node:dns/promises";
import { lookup } from "node:dns/promises";

/** All addresses of a host. Rejects if there is none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Asks the name servers, and reads no hosts file. The system's own look-up blocks a thread that files and hashing need, for
 * as long as a foreign name server takes.
 */
export const resolvePublicHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length > 0) return addresses;
  throw answers.find((answer) => answer.status === "rejected")?.reason ?? new Error(`${host} has no address.`);
};

/** As the system resolves it, with the names of this machine and its networks. */
export const resolveAnyHost: ResolveHost = async (host) =>
  (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address);
