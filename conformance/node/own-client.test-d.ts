/**
 * What applications write for the official Node SDK compiles with `@weft/node`: each method takes the parameters that it takes there.
 * Nothing here runs.
 */
import type { Liveblocks as Official } from "@liveblocks/node";
import type { Weft } from "@weft/node";

type Method = (...args: never[]) => unknown;
type ParametersOf<C, K extends keyof C> = C[K] extends Method ? Parameters<C[K]> : never;

/** They take structures of Storage, or functions that get them: each SDK has its own. */
type OfStructures = "massMutateStorage" | "mutateStorage";

/** The methods whose parameters do not fit, of which there are none. */
type Misfits = {
  [K in Exclude<keyof Official, OfStructures>]: K extends keyof Weft
    ? ParametersOf<Official, K> extends ParametersOf<Weft, K>
      ? never
      : K
    : K;
}[Exclude<keyof Official, OfStructures>];

export const misfits: readonly Misfits[] = [] satisfies readonly never[];
/** A method that does not fit is not assignable to this. */
export const none: never[] = [] as Misfits[];
