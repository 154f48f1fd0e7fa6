import { createCursors, createKnowledge, passagesOf, withoutAnchors } from "@weft/collab";
import type { JobHandler, JobRecords, KnowledgeSearch, Passage } from "@weft/collab";
import { newCopilot } from "@weft/collab/suites/copilot-records.suite.ts";
import { newProject } from "@weft/collab/suites/webhook-records.suite.ts";
import type { CopilotId, ProjectId } from "@weft/protocol";
import { limits } from "@weft/protocol";
import { openStore } from "@weft/store";

export interface KnowledgeBase extends AsyncDisposable {
  search(queries: readonly string[]): Promise<readonly Passage[]>;
}

/** A Markdown page of a site. */
export interface KnowledgePage {
  readonly url: string;
  readonly title: string;
  readonly markdown: string;
}

const project = "p" as ProjectId;
const copilot = "co_1" as CopilotId;

/** A copilot that knows these pages, read as a server reads them, without a request. */
export async function openKnowledgeBase(pages: readonly KnowledgePage[]): Promise<KnowledgeBase> {
  const store = await openStore("sqlite::memory:");
  await store.projects.insertProject(newProject(project));
  await store.copilots.insert(project, newCopilot(copilot), 1);
  const pagesByUrl = new Map(pages.map((page) => [page.url, page]));
  let ids = 0;
  const knowledge = createKnowledge({
    records: store.knowledge,
    copilots: { get: async () => (await store.copilots.find(project, copilot))! },
    extractor: {
      kindOf: async () => "markdown",
      async read(_bytes, { url = "" }) {
        const { title, markdown } = pagesByUrl.get(url)!;
        const passages = passagesOf({ title: title || url, markdown, url });
        return { kind: "read", title, markdown: withoutAnchors(markdown), passages, links: [], noIndex: false };
      },
      readSitemap: async () => ({ kind: "unreadable", message: "" }),
    },
    send: async ({ url }) => ({
      kind: "answered",
      url,
      status: pagesByUrl.has(url) ? 200 : 404,
      headers: new Map(),
      body: new Uint8Array(),
      complete: true,
    }),
    cursors: createCursors(Buffer.alloc(32)),
    randomId: () => `${++ids}`,
    now: () => Date.now(),
    pause: async () => {},
    limits: { ...limits, knowledgeSourcesPerCopilot: pages.length },
  });
  for (const { url } of pages) await knowledge.addWeb({ project, copilot }, { url, type: "individual_link" });
  await readAll(knowledge.handlers[0]!, store.jobs);
  return {
    search: (queries) => (knowledge satisfies KnowledgeSearch).search(project, copilot, queries),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

async function readAll(handler: JobHandler, jobs: JobRecords) {
  const { signal } = new AbortController();
  for (;;) {
    const now = Date.now();
    const due = await jobs.claim(handler.kind, "reader", now, now + limits.jobLeaseMs, 50);
    if (due.length === 0) return;
    for (const job of due) {
      const claim = { id: job.id, claim: "reader" };
      await handler.run({ ...job, claim, isLastTry: true, signal, progressed: async () => {} });
      await jobs.finish(claim);
    }
  }
}
