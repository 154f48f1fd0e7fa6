import type { JsonObject, OthersEvent } from "@weft/client";
import { shallow } from "@weft/client";
import { useCallback, useMemo } from "react";
import type { AnyMember, AnyRoom } from "../room.ts";
import { useExternal, useMerged, useSelected } from "../selection.ts";
import type { IsEqual } from "../selection.ts";
import { valuesOf } from "../values.ts";
import type { PresenceOptions, SetPresence } from "./hook-types.ts";
import { useListener } from "./listen.ts";
import type { HookScope } from "./scope.ts";

type Others = readonly AnyMember[];
type Mapped = readonly (readonly [connectionId: number, data: unknown])[];

const same = (value: unknown) => value;
const idsOf = (others: Others) => others.map(({ connectionId }) => connectionId);
/** What is selected of a user who is not there. */
const absent = Symbol("absent");

export function presenceHooks({ useRoom, useConnectedRoom }: HookScope) {
  return {
    useMyPresence(): [JsonObject, SetPresence<JsonObject>] {
      const room = useRoom();
      return [useExternal(valuesOf(room).myPresence), useSetPresence(room)];
    },
    useUpdateMyPresence: () => useSetPresence(useRoom()),
    useSelf(select: (self: AnyMember) => unknown = same, isEqual?: IsEqual<unknown>) {
      const { self } = valuesOf(useConnectedRoom());
      const selectPart = useCallback((me: AnyMember | null) => (me === null ? null : select(me)), [select]);
      return useSelected(self, selectPart, isEqual);
    },
    useOthers: (select: (others: Others) => unknown = same, isEqual?: IsEqual<unknown>) =>
      useSelected(valuesOf(useConnectedRoom()).others, select, isEqual),
    useOthersConnectionIds: () => useSelected(valuesOf(useConnectedRoom()).others, idsOf, shallow),
    useOthersMapped(select: (other: AnyMember) => unknown, isEqual: IsEqual<unknown> = Object.is): Mapped {
      const { others } = valuesOf(useConnectedRoom());
      const map = useMemo(() => mapEach(select), [select]);
      return useMerged<Others, Mapped>(others, map, (before, now) => mergeMapped(before, now, isEqual));
    },
    useOther(connectionId: number, select: (other: AnyMember) => unknown, isEqual: IsEqual<unknown> = Object.is) {
      const { others } = valuesOf(useConnectedRoom());
      const find = useCallback(
        (users: Others) => {
          const user = users.find((each) => each.connectionId === connectionId);
          return user === undefined ? absent : select(user);
        },
        [connectionId, select],
      );
      // React renders parents first: they no longer render the components of users who have left.
      const part = useSelected<Others, unknown>(
        others,
        find,
        (before, now) => before === now || (before !== absent && now !== absent && isEqual(before, now)),
      );
      if (part === absent)
        throw new Error(
          `There is no other connection ${connectionId} in the room. Render one component for each of useOthersConnectionIds().`,
        );
      return part;
    },
    useOthersListener: (callback: (event: OthersEvent<JsonObject, object>) => void) =>
      useListener(useRoom().events.others, callback),
  };
}

function useSetPresence(room: AnyRoom): SetPresence<JsonObject> {
  return useCallback(
    (patch: Partial<JsonObject>, options?: PresenceOptions) => room.updatePresence(patch, options),
    [room],
  );
}

/** Selects of each user once: most are the same objects when one of them has changed. */
function mapEach(select: (other: AnyMember) => unknown): (users: Others) => Mapped {
  const pairs = new WeakMap<AnyMember, Mapped[number]>();
  return (users) =>
    users.map((user) => {
      let pair = pairs.get(user);
      if (pair === undefined) pairs.set(user, (pair = [user.connectionId, select(user)]));
      return pair;
    });
}

/** Keeps all that is equal, down to the pairs. */
function mergeMapped(before: Mapped, now: Mapped, isEqual: IsEqual<unknown>): Mapped {
  let byId: Map<number, Mapped[number]> | undefined;
  const merged = now.map((pair, index) => {
    const [id, data] = pair;
    let old: Mapped[number] | undefined = before[index];
    // Unless someone has entered or left, everyone is where they were.
    if (old?.[0] !== id) old = (byId ??= new Map(before.map((each) => [each[0], each]))).get(id);
    return old !== undefined && (old === pair || isEqual(old[1], data)) ? old : pair;
  });
  return shallow(before, merged) ? before : merged;
}
