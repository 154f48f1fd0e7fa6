import { Suspense } from "react";
import type { ReactNode, RefObject } from "react";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import { SegmentedControl } from "../../../../ui/segmented-control.tsx";
import { SkeletonLines } from "../../../../ui/skeleton-lines.tsx";
import { useFilters } from "../../../shared/use-filters.ts";
import type { CopilotFields } from "../copilot-fields.ts";
import type { CopilotBody } from "../copilot-queries.ts";
import type { PlaygroundChat } from "./use-playground.ts";

const SideBySide = lazyPart(() => import("./side-by-side.tsx").then((m) => ({ default: m.SideBySide })));

export interface PlaygroundTabProps {
  copilot: CopilotBody;
  chat: PlaygroundChat;
  /** Changes of the form that are not saved. */
  unsaved: RefObject<CopilotFields | undefined> | undefined;
  /** One chat with the saved configuration. */
  single: ReactNode;
}

const views = [
  { value: "one", label: "One chat" },
  { value: "two", label: "Side by side" },
] as const;

/** A chat with the copilot, or one question to two configurations of it. */
export function PlaygroundTab({ copilot, chat, unsaved, single }: PlaygroundTabProps) {
  const filters = useFilters(["view"]);
  const view = filters.values.view === "two" ? "two" : "one";
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl
        label="View"
        options={views}
        value={view}
        onValueChange={(next) => filters.set({ view: next === "one" ? null : next })}
      />
      {view === "one" ? (
        single
      ) : (
        <Suspense fallback={<SkeletonLines lines={8} />}>
          <SideBySide copilot={copilot} chat={chat} unsaved={unsaved} />
        </Suspense>
      )}
    </div>
  );
}
