/** Types of JSON that applications use. */
import type { Json, JsonObject } from "@weft/protocol/types";

/** A JSON value that is neither a list nor an object. */
export type JsonScalar = string | number | boolean | null;
/** A list of JSON values. */
export type JsonArray = readonly Json[];
/** JSON is read-only everywhere: the same under the name that applications know. */
export type ReadonlyJson = Json;
export type ReadonlyJsonObject = JsonObject;
/** What `toJSON` of a structure answers. */
export type Immutable = Json;
/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** A type as JSON carries it: dates become strings, and functions go. */
export type EnsureJson<T> = T extends Json
  ? T
  : T extends readonly (infer I)[]
    ? EnsureJson<I>[]
    : [unknown] extends [T]
      ? Json | undefined
      : T extends Date
        ? string
        : T extends (...args: never[]) => unknown
          ? never
          : { [K in keyof T as EnsureJson<T[K]> extends never ? never : K]: EnsureJson<T[K]> };
