import { useOthersConnectionIds } from "@weft/react";
import { useConnection } from "@weft/example-shared";
import type { Visitor } from "@weft/example-shared";
import { useEffect, useState } from "react";
import { reportToPage } from "./report-to-page.ts";
import { Stage } from "./stage.tsx";

/** The canvas alone, for pages that frame it: its cursor moves by itself until the visitor's pointer comes. */
export function StagePage({ visitor }: { readonly visitor: Visitor }) {
  const connection = useConnection();
  const others = useOthersConnectionIds().map((id) => ({ id }));
  const [visited, setVisited] = useState(false);
  useEffect(() => reportToPage({ connection, visited }), [connection, visited]);
  return (
    <main className="bare">
      <h1 className="visually-hidden">Live cursors</h1>
      <Stage visitor={visitor} others={others} connection={connection} bare onVisit={() => setVisited(true)} />
    </main>
  );
}
