import { useMutation, useStorage } from "@weft/react";
import { entriesOf } from "@weft/example-shared/entries-of";
import { evaluate, longestInput, positionOf } from "@weft/example-shared/sheet";
import { useMemo } from "react";

/** What was typed into the cells, what they show, and the one edit there is. */
export function useCells() {
  const stored = useStorage((root) => root.cells);
  const inputs = useMemo(() => readCells(stored), [stored]);
  const results = useMemo(() => evaluate(inputs), [inputs]);
  const write = useMutation(({ storage }, name: string, input: string) => {
    const cells = storage.get("cells");
    if ((cells.get(name) ?? "") === input) return;
    if (input === "") cells.delete(name);
    else cells.set(name, input);
  }, []);
  return { loaded: stored !== null, inputs, results, write };
}

/** Any client may store anything in a public room. */
function readCells(stored: unknown): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(stored).flatMap(([name, input]) =>
      typeof input === "string" && positionOf(name) ? [[name, input.slice(0, longestInput)] as const] : [],
    ),
  );
}
