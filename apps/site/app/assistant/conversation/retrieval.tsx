import type { AiRetrievalPart } from "@weft/protocol";
import { Search } from "lucide-react";

/** A search of the documentation or the web. `searching`: it is what the answer is doing now. */
export function Retrieval({ part, searching }: { part: AiRetrievalPart; searching: boolean }) {
  const what = part.query === undefined || part.query === "" ? "the web" : `“${part.query}”`;
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Search className="size-3.5 shrink-0" aria-hidden />
      <span>{searching ? `Searching ${what}…` : `Searched ${what}`}</span>
    </p>
  );
}
