import type { PagedList } from "@weft/client";
import type { ClientQuery, QueryState } from "./queries.ts";

/** A list of the client that is read page by page. */
export class ListQuery<T> implements ClientQuery<readonly T[]> {
  readonly #list: PagedList<T>;
  #last: { readonly snapshot: object; readonly state: QueryState<readonly T[]> } | undefined;

  constructor(list: PagedList<T>) {
    this.#list = list;
  }

  get(): QueryState<readonly T[]> {
    const snapshot = this.#list.getSnapshot();
    if (this.#last?.snapshot !== snapshot) {
      if ("items" in snapshot) {
        const { items: data, ...rest } = snapshot;
        this.#last = { snapshot, state: { ...rest, data } };
      } else this.#last = { snapshot, state: snapshot };
    }
    return this.#last.state;
  }

  subscribe(listener: () => void): () => void {
    return this.#list.subscribe(listener);
  }

  load(): Promise<void> {
    return this.#list.load();
  }

  fetchMore(): Promise<void> {
    return this.#list.fetchMore();
  }
}
