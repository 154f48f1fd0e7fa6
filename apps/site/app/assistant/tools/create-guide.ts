import type { AiToolResult } from "@weft/protocol";
import { guideLength, guideTitleLength } from "@weft/protocol/internal/form-rules";
import { RequestFailed } from "../../api/request-failed.ts";
import { parameters } from "./assistant-tool.ts";

export const guideRefusal = "You are not authorized to create AI guides.";
export const guideFailure = "Failed to create AI guide";
export const guideCancelled = "Cancelled creating the guide.";

export const guideParameters = parameters({
  title: { type: "string", minLength: 1, maxLength: guideTitleLength },
  markdown: {
    type: "string",
    minLength: 1,
    maxLength: guideLength,
    description: "The whole text in Markdown, without the title. Headings begin with the second level.",
  },
});

export interface GuideDraft {
  readonly title: string;
  readonly markdown: string;
}

export interface GuidePublishing {
  readonly isStaff: boolean;
  readonly post: (draft: GuideDraft) => Promise<{ readonly slug: string }>;
  /** Called once the assistant has been answered. */
  readonly go: (href: string) => void;
}

export function guideHref(slug: string): string {
  return `/docs/guides/ai/${encodeURIComponent(slug)}`;
}

/** Publishes a guide, and leads to it. The server refuses all but staff, too. */
export async function createGuide(
  { title, markdown }: GuideDraft,
  { isStaff, post, go }: GuidePublishing,
): Promise<AiToolResult> {
  if (!isStaff) return { error: guideRefusal };
  let slug: string;
  try {
    ({ slug } = await post({ title: title.trim(), markdown }));
  } catch (cause) {
    return { error: cause instanceof RequestFailed && cause.status === 403 ? guideRefusal : guideFailure };
  }
  setTimeout(() => go(guideHref(slug)), 0);
  return {
    data: { slug, title: title.trim() },
    description: "The guide was published, and the user is now on its page.",
  };
}
