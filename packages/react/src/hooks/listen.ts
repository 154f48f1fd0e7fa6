import type { Observable } from "@weft/client";
import { useEffect, useInsertionEffect, useRef } from "react";

/** Calls the latest callback for as long as the component is mounted. */
export function useListener<T>(source: Observable<T>, callback: (value: T) => void): void {
  const latest = useRef(callback);
  useInsertionEffect(() => {
    latest.current = callback;
  });
  useEffect(() => source.subscribe((value) => latest.current(value)), [source]);
}
