import { Suspense, useState } from "react";
import { usePanelState } from "./panel-state.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

// A chunk of its own, fetched when the panel is first opened.
const AssistantPanel = lazyPart(() => import("./assistant-panel.tsx").then((m) => ({ default: m.AssistantPanel })));

/** The assistant's place in every page. Once opened it stays: a tool may run while the panel is closed. */
export function AssistantHost() {
  const { open } = usePanelState();
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <AssistantPanel open={open} />
    </Suspense>
  );
}
