import { useMutation, useStorage } from "@weft/react";
import { useMemo } from "react";
import type { DateRange } from "./dates.ts";
import { initialFilters, initialRegions, readFilters } from "./read-filters.ts";
import type { Metric, Region } from "./room-types.ts";

/** The filters of the room and their edits. What one person chooses applies to everyone, and is one step for undo. */
export function useFilters() {
  const storedFilters = useStorage((root) => root.filters);
  const storedRegions = useStorage((root) => root.regions);
  const filters = useMemo(() => readFilters(storedFilters, storedRegions), [storedFilters, storedRegions]);

  const setDates = useMutation(({ storage }, dates: DateRange) => {
    storage.get("filters").update(dates);
  }, []);

  const setMetric = useMutation(({ storage }, metric: Metric) => storage.get("filters").set("metric", metric), []);

  const setRegion = useMutation(({ storage }, region: Region, isIncluded: boolean) => {
    storage.get("regions").set(region, isIncluded);
  }, []);

  const reset = useMutation(({ storage }) => {
    storage.get("filters").update(initialFilters);
    storage.get("regions").update(initialRegions);
  }, []);

  return { loaded: storedFilters !== null, filters, edits: { setDates, setMetric, setRegion, reset } };
}

export type FilterEdits = ReturnType<typeof useFilters>["edits"];
