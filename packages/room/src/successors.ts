import type { Clock, Link } from "./ports.ts";

/**
 * Connections of clients that may have left an earlier connection behind. What such a line had under way can arrive when
 * its client is back already: the client still owes these ops, and would make them a second time if it heard them as
 * somebody else's. So it is told of them with their op ids, as the earlier connection is.
 *
 *     entered ──► may succeed every earlier connection of its user ──► settled: it has read a snapshot and owes nothing
 *                        └── but not one that answers a probe now: its client is still there, so it is another one
 */
export interface Successors {
  /** A connection that may write has entered; `earlier` are those of the same user that are open. */
  entered(connection: Connection, user: string, earlier: readonly Connection[]): void;
  asked(actor: number, user: string): void;
  /** It owes nothing any more, or it is gone. */
  settled(actor: number, user: string): void;
  left(actor: number, user: string): void;
  /** Connections that may owe what `from` sent; undefined when there are none. */
  of(from: number, user: string): ReadonlySet<number> | undefined;
}

interface Connection {
  readonly actor: number;
  readonly link: Link;
}

/** What probes tell of a connection. Where many enter at once, one is under way for all of them. */
interface SignsOfLife {
  /** The newest actor that had entered when the connection was shown to be alive. */
  alivePast: number;
  /** The newest actor of whose entering it is asked whether it is alive. */
  asked: number;
  probing: boolean;
}

/** Of more connections of one user it is not asked which are still there. */
const probedAtMost = 16;
/** A client that comes back asks for Storage as soon as it has entered. */
const askingMs = 5_000;

export function createSuccessors(clock: Clock): Successors {
  /** By user: actors that may owe, and until when if they do not ask for Storage. */
  const open = new Map<string, Map<number, number>>();
  const signs = new Map<number, SignsOfLife>();

  const settled = (actor: number, user: string) => {
    const actors = open.get(user);
    if (actors?.delete(actor) === true && actors.size === 0) open.delete(user);
  };
  const probe = ({ actor, link }: Connection, sign: SignsOfLife) => {
    const { asked } = sign;
    sign.probing = true;
    link.probe(() => {
      sign.probing = false;
      sign.alivePast = asked;
      if (sign.asked > asked && signs.get(actor) === sign) probe({ actor, link }, sign);
    });
  };
  return {
    entered({ actor }, user, earlier) {
      const actors = open.get(user) ?? new Map<number, number>();
      open.set(user, actors.set(actor, clock.monotonic() + askingMs));
      if (earlier.length > probedAtMost) return;
      for (const other of earlier) {
        const sign = signs.get(other.actor) ?? { alivePast: -1, asked: actor, probing: false };
        signs.set(other.actor, sign);
        sign.asked = actor;
        if (!sign.probing) probe(other, sign);
      }
    },
    asked(actor, user) {
      const actors = open.get(user);
      if (actors?.has(actor) === true) actors.set(actor, Infinity);
    },
    settled,
    left(actor, user) {
      settled(actor, user);
      signs.delete(actor);
    },
    of(from, user) {
      const actors = open.get(user);
      if (actors === undefined) return undefined;
      const past = Math.max(from, signs.get(from)?.alivePast ?? -1);
      let found: Set<number> | undefined;
      for (const [actor, until] of actors) {
        if (until < clock.monotonic()) settled(actor, user);
        else if (actor > past) (found ??= new Set()).add(actor);
      }
      return found;
    },
  };
}
