import type { Store } from "../open.ts";

/** What a process keeps to itself: the rooms that it owns, and the library that signs users in. */
const ofOneProcess = new Set<PropertyKey>(["roomStore", "signIn", "dataFile", "counters"]);

/** A store that answers each call by one of two stores. Listeners listen to both. */
export function alternate(one: Store, other: Store, picksOther: () => boolean): Store {
  return new Proxy(one, {
    get(_, name) {
      const part = (one as never)[name] as unknown;
      if (ofOneProcess.has(name) || typeof part !== "object" || part === null) return bound(one, part);
      return new Proxy(part, {
        get(_part, method) {
          const [mine, theirs] = [part, (other as never)[name] as object];
          const value = (mine as never)[method] as unknown;
          if (typeof value !== "function") return value;
          if (method === "onAdded")
            return (listener: unknown) => {
              for (const each of [mine, theirs]) call(each, method, [listener]);
            };
          return (...args: readonly unknown[]) => call(picksOther() ? theirs : mine, method, args);
        },
      });
    },
  });
}

function call(part: object, method: PropertyKey, args: readonly unknown[]): unknown {
  return ((part as never)[method] as (...given: readonly unknown[]) => unknown).call(part, ...args);
}

function bound(store: Store, part: unknown): unknown {
  return typeof part === "function" ? part.bind(store) : part;
}
