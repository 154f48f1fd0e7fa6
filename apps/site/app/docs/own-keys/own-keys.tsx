import { createWeft } from "@weft/example-catalogue/create-weft";
import { useEffect } from "react";
import type { RefObject } from "react";
import { createPortal } from "react-dom";
import type { Placeholder } from "../mdx/placeholders.ts";
import { ProjectPicker } from "./project-picker.tsx";
import { SignInForKeys } from "./sign-in-for-keys.tsx";
import { useOwnProject } from "./use-own-project.ts";

/**
 * Fills the places in a page's code with what is a project's own: of the one that is chosen in the line above the first
 * such block (`place`), and of the demo project for those who are not signed in. Secret keys are shown once, when they are
 * made, so their places stay as they are.
 */
export function OwnKeys({ article, place }: { article: RefObject<HTMLElement | null>; place: Element | null }) {
  const { signedIn, known, projects, project, projectId, publicKey, serverUrl, pick } = useOwnProject();

  useEffect(() => {
    const values: Partial<Record<Placeholder, string | undefined>> = {
      PUBLIC_KEY: publicKey,
      SERVER_URL: serverUrl,
      CREATE_WEFT: serverUrl === undefined ? undefined : `${serverUrl}${createWeft.path}`,
      PROJECT_ID: project?.id,
    };
    for (const spot of article.current?.querySelectorAll<HTMLElement>("[data-fill]") ?? []) {
      const value = values[spot.dataset["fill"] as Placeholder];
      if (value !== undefined) spot.textContent = value;
    }
  }, [article, publicKey, serverUrl, project?.id]);

  if (place === null || !known) return null;
  if (!signedIn) return createPortal(<SignInForKeys isDemo={publicKey !== undefined} />, place);
  return createPortal(<ProjectPicker projects={projects} projectId={projectId} onPick={pick} />, place);
}
