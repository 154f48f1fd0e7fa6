import type { Equality, ObservedValue } from "@weft/client/framework";
import { computed, shallowRef, watch } from "vue";
import type { ComputedRef } from "vue";
import { beforeMount } from "./before-mount.ts";

const same = (whole: unknown) => whole;

/** The selected part of a value that changes outside of Vue. Whatever is reactive in `source` and `select` is followed. */
export function observedRef<T, R = T>(
  source: () => ObservedValue<T>,
  select: (whole: T) => R = same as (whole: T) => R,
  isEqual: Equality<R> = Object.is,
): ComputedRef<R> {
  const value = computed(source);
  const version = shallowRef(0);
  const changed = () => void version.value++;
  beforeMount(() =>
    watch(
      value,
      (now, _, onCleanup) => {
        onCleanup(now.subscribe(changed));
        // It may have changed since it was read first.
        changed();
      },
      { immediate: true, flush: "sync" },
    ),
  );
  let last: { readonly part: R } | undefined;
  return computed(() => {
    void version.value;
    const now = select(value.value.get());
    if (last === undefined || !isEqual(last.part, now)) last = { part: now };
    return last.part;
  });
}
