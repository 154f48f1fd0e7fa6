/** What an application knows of users, rooms and groups: asked for in batches, and kept until it is invalidated. */
import type { AppGroupInfo, AppRoomInfo } from "../app-types.ts";
import { Batcher } from "../batcher.ts";
import type { Timers } from "../connection/reconnecting-socket.ts";
import type { HttpApi } from "../http/http-api.ts";
import type { Awaitable } from "../json.ts";
import { EventSource } from "../observable.ts";
import type { ResolverOptions } from "./resolver-types.ts";
import type { GroupWithMembers, MentionTarget } from "./types.ts";

type Kept<V> =
  | { readonly isLoading: true; readonly data?: never; readonly error?: never }
  | { readonly isLoading: false; readonly data: V | undefined; readonly error?: never }
  | { readonly isLoading: false; readonly data?: never; readonly error: Error };

const loading = { isLoading: true } as const;

/** Values by their ids. `undefined` is a value too: the application does not know it. */
export class KeptValues<V> {
  readonly changed = new EventSource<void>();
  readonly #batcher: Batcher<{ readonly value: V | undefined }>;
  readonly #kept = new Map<string, Kept<V>>();
  readonly #asked = new Map<string, Promise<V | undefined>>();

  constructor(timers: Timers, ask: (ids: string[]) => Awaitable<readonly (V | undefined)[] | undefined>) {
    this.#batcher = new Batcher({
      timers,
      call: async (ids) => {
        const values = (await ask([...ids])) ?? ids.map(() => undefined);
        if (values.length !== ids.length)
          throw new Error(
            `A resolver answered ${values.length} values for ${ids.length} ids. It answers one for each.`,
          );
        return values.map((value) => ({ value }));
      },
    });
  }

  /** What is known now: the same object until it changes. */
  peek(id: string): Kept<V> | undefined {
    return this.#kept.get(id);
  }

  async get(id: string): Promise<V | undefined> {
    const kept = this.#kept.get(id);
    if (kept?.isLoading === false) {
      if (kept.error !== undefined) throw kept.error;
      return kept.data;
    }
    const asked = this.#asked.get(id) ?? this.#ask(id);
    return asked;
  }

  /** Forgets values, or all of them. Those who watch ask again. */
  invalidate(ids: readonly string[] = [...this.#kept.keys()]): void {
    for (const id of ids) {
      this.#kept.delete(id);
      this.#asked.delete(id);
    }
    this.changed.notify();
  }

  put(id: string, data: V): void {
    this.#kept.set(id, { isLoading: false, data });
    this.changed.notify();
  }

  #ask(id: string): Promise<V | undefined> {
    const asked = this.#batcher.get(id).then(({ value }) => value);
    this.#asked.set(id, asked);
    if (!this.#kept.has(id)) this.#kept.set(id, loading);
    const keep = (kept: Kept<V>) => {
      // An answer to a question that was asked before it was invalidated is of no use.
      if (this.#asked.get(id) !== asked) return;
      this.#asked.delete(id);
      this.#kept.set(id, kept);
      this.changed.notify();
    };
    asked.then(
      (data) => keep({ isLoading: false, data }),
      (error: unknown) => keep({ isLoading: false, error: error as Error }),
    );
    return asked;
  }
}

/** Info of users, rooms and groups as the application's resolvers gave it. */
export class Resolvers {
  readonly users: KeptValues<unknown>;
  readonly rooms: KeptValues<AppRoomInfo>;
  readonly groupInfos: KeptValues<AppGroupInfo>;
  /** Groups that the server has, with their members. */
  readonly groups: KeptValues<GroupWithMembers>;
  readonly #suggest: ResolverOptions["resolveMentionSuggestions"];
  readonly #suggestions = new Map<string, Promise<readonly MentionTarget[]>>();

  constructor(options: ResolverOptions<never>, http: HttpApi, timers: Timers) {
    const { resolveUsers, resolveRoomsInfo, resolveGroupsInfo, resolveMentionSuggestions } = options;
    this.users = new KeptValues<unknown>(timers, (userIds) => resolveUsers?.({ userIds }));
    this.rooms = new KeptValues(timers, (roomIds) => resolveRoomsInfo?.({ roomIds }));
    this.groupInfos = new KeptValues(timers, (groupIds) => resolveGroupsInfo?.({ groupIds }));
    this.groups = new KeptValues(timers, async (ids) => {
      const found = new Map((await http.findGroups(ids)).map((group) => [group.id, group]));
      return ids.map((id) => found.get(id));
    });
    this.#suggest = resolveMentionSuggestions;
  }

  /** Mentions for what a user has written after an `@`. */
  async suggestMentions(roomId: string, text: string): Promise<readonly MentionTarget[]> {
    const suggest = this.#suggest;
    if (suggest === undefined) return [];
    const key = JSON.stringify([roomId, text]);
    const known = this.#suggestions.get(key);
    if (known !== undefined) return known;
    const asked = Promise.resolve(suggest({ roomId, text })).then((found) =>
      found.map((each): MentionTarget => (typeof each === "string" ? { kind: "user", id: each } : each)),
    );
    this.#suggestions.set(key, asked);
    // What failed is asked again.
    asked.catch(() => this.#suggestions.delete(key));
    return asked;
  }

  invalidateMentionSuggestions(): void {
    this.#suggestions.clear();
  }
}
