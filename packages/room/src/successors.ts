import type { LiveConnection } from "./connection.ts";
import type { Clock } from "./ports.ts";

/**
 * Connections whose clients may have had an earlier connection that broke. Ops in flight on that connection can arrive
 * when the client has already reconnected. It has not seen them acknowledged, and would apply them a second time if it
 * received them as another client's. So it gets them with their op ids, as acks.
 *
 *     entered ──► may succeed every earlier connection of its user ──► settled: it has read a snapshot and resent ops
 *                        └── but not one that answers a probe now: its client is still connected, so it is another one
 */
export interface Successors {
  /** A connection that may write has entered; `earlier` are those of the same user that are open. */
  entered(connection: Connection, user: string, earlier: readonly Connection[]): void;
  asked(actor: number, user: string): void;
  /** It has resent its ops, or it is closed. */
  settled(actor: number, user: string): void;
  left(actor: number, user: string): void;
  /** Connections that may resend ops of `from`; undefined when there are none. */
  of(from: number, user: string): ReadonlySet<number> | undefined;
}

type Connection = Pick<LiveConnection, "actor" | "probe">;

/** Results of probing a connection. When many connections enter at once, one probe serves all of them. */
interface SignsOfLife {
  /** The newest actor at the time of the last answered probe. */
  alivePast: number;
  /** The newest actor whose arrival asks for a probe. */
  asked: number;
  probing: boolean;
}

/** With more connections of one user, none is probed. */
const probedAtMost = 16;
/** A reconnecting client asks for Storage within this time. */
const askingMs = 5_000;

export function createSuccessors(clock: Clock): Successors {
  /** By user: actors that may resend ops, and until when if they do not ask for Storage. */
  const open = new Map<string, Map<number, number>>();
  const signs = new Map<number, SignsOfLife>();

  const settled = (actor: number, user: string) => {
    const actors = open.get(user);
    if (actors?.delete(actor) === true && actors.size === 0) open.delete(user);
  };
  const probe = (connection: Connection, sign: SignsOfLife) => {
    const { asked } = sign;
    sign.probing = true;
    connection.probe(() => {
      sign.probing = false;
      sign.alivePast = asked;
      if (sign.asked > asked && signs.get(connection.actor) === sign) probe(connection, sign);
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
