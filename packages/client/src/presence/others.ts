/**
 * The other connections in a room. A user is shown once both are known: that the connection is there, and its whole presence (wire
 * specification, 6.3).
 */
import type { JsonObject, RoomState, UserJoined } from "@weft/protocol/types";
import type { AppPresence, AppUserMeta, UserMeta } from "../app-types.ts";
import { accessOf, allows } from "../connection/access.ts";

/** A connected user as others see them: one for each connection. */
export interface PresentUser<P extends object = AppPresence, U extends UserMeta = AppUserMeta> {
  /** Of this connection: a user may have several. */
  readonly connectionId: number;
  /** Undefined for users who did not say who they are. */
  readonly id: U["id"];
  readonly info: U["info"];
  readonly presence: P;
  readonly canWrite: boolean;
  readonly canComment: boolean;
}

export type OthersChange<P extends object, U extends UserMeta> =
  | { readonly type: "enter" | "leave"; readonly user: PresentUser<P, U> }
  | { readonly type: "update"; readonly user: PresentUser<P, U>; readonly updates: Partial<P> }
  | { readonly type: "reset" };

type AnyUser = PresentUser<JsonObject, UserMeta>;
type Change = OthersChange<JsonObject, UserMeta>;

type Person = Pick<UserJoined, "id" | "info" | "scopes">;

/** What is known of a user from the moment they join: all but their presence. */
export type JoinedUser = Omit<AnyUser, "presence">;

interface Connected {
  readonly joined: JoinedUser;
  user: AnyUser | undefined;
}

export class Others {
  readonly #connected = new Map<number, Connected>();
  /** What is shown, until it changes. */
  #users: readonly AnyUser[] | undefined;

  /** The same array, of the same users, until something changes. */
  get users(): readonly AnyUser[] {
    if (this.#users === undefined) {
      const users: AnyUser[] = [];
      for (const { user } of this.#connected.values()) if (user !== undefined) users.push(user);
      this.#users = users;
    }
    return this.#users;
  }

  find(actor: number): AnyUser | undefined {
    return this.#connected.get(actor)?.user;
  }

  /** A connection begins: who is there, whose presence is known from before or will come. */
  begin(users: RoomState["users"]): Change {
    const before = new Map(this.#connected);
    this.#connected.clear();
    for (const [key, person] of Object.entries(users)) {
      const actor = Number(key);
      const presence = before.get(actor)?.user?.presence;
      const joined = joinedUser(actor, person);
      this.#connected.set(actor, { joined, user: presence && withPresence(joined, presence) });
    }
    this.#users = undefined;
    return { type: "reset" };
  }

  /** The connection was lost for long: no one is known to be there. */
  clear(): Change {
    this.#connected.clear();
    this.#users = undefined;
    return { type: "reset" };
  }

  joined(actor: number, person: Person): void {
    this.#connected.set(actor, { joined: joinedUser(actor, person), user: undefined });
  }

  left(actor: number): Change | undefined {
    const user = this.#connected.get(actor)?.user;
    this.#connected.delete(actor);
    if (user === undefined) return undefined;
    this.#users = undefined;
    return { type: "leave", user };
  }

  /** A whole presence, or the top-level keys of it that have changed. */
  updated(actor: number, data: JsonObject, isWhole: boolean): Change | undefined {
    const connected = this.#connected.get(actor);
    if (connected === undefined || (!isWhole && connected.user === undefined)) return undefined;
    const before = connected.user;
    const presence = Object.freeze(isWhole ? data : { ...before!.presence, ...data }) as JsonObject;
    const user = withPresence(connected.joined, presence);
    connected.user = user;
    this.#users = undefined;
    return before === undefined ? { type: "enter", user } : { type: "update", user, updates: data };
  }
}

/** What scopes allow is worked out once: presence changes many times a second. */
export function joinedUser(actor: number, { id, info, scopes }: Person): JoinedUser {
  const access = accessOf(scopes);
  return {
    connectionId: actor,
    id,
    info,
    canWrite: allows(access, "storage", "write"),
    canComment: allows(access, "comments", "write"),
  };
}

export function withPresence(joined: JoinedUser, presence: JsonObject): AnyUser {
  return Object.freeze({ ...joined, presence });
}
