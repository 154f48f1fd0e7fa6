/** What the application knows of users, rooms and groups, and what pages say of themselves. */
import type { ClientComments } from "@weft/client";
import { useAnyClient } from "../contexts.ts";
import { queryOf } from "../comments-part.ts";
import type { ClientQuery, QueryState } from "../queries.ts";
import { useQuery } from "../queries.ts";
import type { AnyClient } from "../room.ts";
import { ValueQuery } from "../value-query.ts";

type Resolvers = ClientComments["resolvers"];
/** What is used of them, whatever they resolve. */
type Kept = Pick<Resolvers["users"] | Resolvers["rooms"] | Resolvers["groupInfos"], "changed" | "get" | "peek">;
type Known = ReturnType<Kept["peek"]>;

/** Pages change seldom. */
const pageFreshMs = 10 * 60_000;

export function peopleHooks(suspends: boolean, bound?: AnyClient) {
  const useKept = (kind: "users" | "rooms" | "groupInfos", noun: string, id: string, field: string) => {
    const client = useAnyClient(bound);
    const query = queryOf(
      client,
      `${kind} ${id}`,
      ({ resolvers }) =>
        new KeptQuery(resolvers[kind], id, `There is no ${noun} ${id}, as far as the application knows.`),
    );
    return useQuery(query, field, suspends);
  };
  return {
    useUser: (userId: string) => useKept("users", "user", userId, "user"),
    useRoomInfo: (roomId: string) => useKept("rooms", "room", roomId, "info"),
    useGroupInfo: (groupId: string) => useKept("groupInfos", "group", groupId, "info"),
    useUrlMetadata(url: string) {
      const client = useAnyClient(bound);
      const query = queryOf(
        client,
        `page ${url}`,
        ({ inbox }) => new ValueQuery(() => inbox.getUrlMetadata(url), pageFreshMs),
      );
      return useQuery(query, "metadata", suspends);
    },
  };
}

class KeptQuery implements ClientQuery<unknown> {
  readonly #kept: Kept;
  readonly #id: string;
  readonly #unknown: QueryState<unknown>;
  #last: { readonly known: Known; readonly state: QueryState<unknown> } | undefined;

  constructor(kept: Kept, id: string, unknown: string) {
    this.#kept = kept;
    this.#id = id;
    this.#unknown = { isLoading: false, error: new Error(unknown) };
  }

  get(): QueryState<unknown> {
    const known = this.#kept.peek(this.#id);
    if (this.#last === undefined || this.#last.known !== known) this.#last = { known, state: this.#stateOf(known) };
    return this.#last.state;
  }

  subscribe(listener: () => void): () => void {
    const ask = () => {
      if (this.#kept.peek(this.#id) === undefined) void this.load();
    };
    const stop = this.#kept.changed.subscribe(() => {
      ask();
      listener();
    });
    ask();
    return stop;
  }

  /** A failure is in the state. */
  async load(): Promise<void> {
    await this.#kept.get(this.#id).catch(() => {});
  }

  #stateOf(known: Known): QueryState<unknown> {
    if (known === undefined || known.isLoading) return { isLoading: true };
    if (known.error !== undefined) return { isLoading: false, error: known.error };
    return known.data === undefined ? this.#unknown : { isLoading: false, data: known.data };
  }
}
