import { useQuery } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { pageMeta } from "../../../shell/page-meta.ts";
import { ButtonLink } from "../../../ui/button-link.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { NotFound } from "../../../ui/not-found.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { SkeletonLines } from "../../../ui/skeleton-lines.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { UrlTabs } from "../../../ui/url-tabs.tsx";
import { Loaded } from "../../shared/loaded.tsx";
import { UnsavedChanges } from "../../shared/unsaved-changes.tsx";
import { useProject } from "../shared/project-context.ts";
import { ConfigureTab } from "./configure-tab.tsx";
import type { CopilotFields } from "./copilot-fields.ts";
import { copilotQuery } from "./copilot-queries.ts";
import type { CopilotBody } from "./copilot-queries.ts";
import { CopyAsCode } from "./copy-as-code.tsx";
import { PlaygroundTab } from "./playground/playground-tab.tsx";
import { usePlayground } from "./playground/use-playground.ts";
import { useIsWide } from "../../shared/use-is-wide.ts";

const Playground = lazyPart(() => import("./playground/playground.tsx").then((m) => ({ default: m.Playground })));
const KnowledgeTab = lazyPart(() => import("./knowledge/knowledge-tab.tsx").then((m) => ({ default: m.KnowledgeTab })));
const HistoryTab = lazyPart(() => import("./history/history-tab.tsx").then((m) => ({ default: m.HistoryTab })));

const playgroundSize = "h-[min(44rem,calc(100dvh-22rem))] min-h-96";

export const meta = () => pageMeta({ title: "AI copilot", indexed: false });

export default function CopilotPage() {
  const { copilotId = "" } = useParams();
  const { project, base } = useProject();
  const query = useQuery(copilotQuery(project.id, copilotId));
  return (
    <Loaded
      query={query}
      missing={<NotFound action={<ButtonLink to={`${base}/copilots`}>Back to AI copilots</ButtonLink>} />}
    >
      {(copilot) => <CopilotScreen key={copilot.id} copilot={copilot} />}
    </Loaded>
  );
}

/** A copilot: its configuration, its knowledge, and a chat to try it. */
function CopilotScreen({ copilot }: { copilot: CopilotBody }) {
  const { project, base } = useProject();
  const [isDirty, setDirty] = useState(false);
  const draft = useRef<CopilotFields>(undefined);
  const chat = usePlayground(project.id, copilot.id);
  const isWide = useIsWide();
  const playground = chat && (
    <Suspense fallback={<div className={playgroundSize} />}>
      <Playground copilot={copilot} chat={chat} isDirty={isDirty} className={playgroundSize} />
    </Suspense>
  );
  return (
    <>
      <UnsavedChanges exist={isDirty} />
      <div className="mb-6">
        <Link to={`${base}/copilots`} className="text-sm text-muted hover:text-ink">
          AI copilots
        </Link>
        <div className="flex flex-wrap items-start justify-between gap-x-5 gap-y-3">
          <h1 className="min-w-0 text-3xl wrap-anywhere">{copilot.name}</h1>
          <CopyAsCode copilot={copilot} />
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted">
          <span className="flex items-center gap-1">
            <code className="text-xs">{copilot.id}</code>
            <CopyButton text={copilot.id} name="Copy copilot ID" />
          </span>
          {copilot.lastUsedAt === undefined ? (
            <span>Never used</span>
          ) : (
            <span>
              Last used <RelativeTime at={copilot.lastUsedAt} />
            </span>
          )}
        </p>
      </div>
      <UrlTabs
        label="AI copilot"
        tabs={[
          {
            value: "configure",
            label: "Configure",
            content: (
              <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
                <ConfigureTab copilot={copilot} draft={draft} onDirtyChange={setDirty} />
                {isWide && <div className="sticky top-32">{playground}</div>}
              </div>
            ),
          },
          {
            value: "knowledge",
            label: "Knowledge",
            content: (
              <Suspense fallback={<SkeletonLines lines={8} />}>
                <KnowledgeTab copilotId={copilot.id} />
              </Suspense>
            ),
          },
          {
            value: "playground",
            label: "Playground",
            content: chat && (
              <PlaygroundTab copilot={copilot} chat={chat} unsaved={isDirty ? draft : undefined} single={playground} />
            ),
          },
          {
            value: "history",
            label: "History",
            content: (
              <Suspense fallback={<SkeletonLines lines={8} />}>
                <HistoryTab copilot={copilot} />
              </Suspense>
            ),
          },
        ]}
      />
    </>
  );
}
