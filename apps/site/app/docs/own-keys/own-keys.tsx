import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { createPortal } from "react-dom";
import { request } from "../../api/request.ts";
import { useMe } from "../../api/use-me.ts";
import { useSiteConfig } from "../../api/use-site-config.ts";
import type { Placeholder } from "../mdx/placeholders.ts";
import { chosenProject, rememberProject } from "./chosen-project.ts";
import { ProjectPicker } from "./project-picker.tsx";
import { SignInForKeys } from "./sign-in-for-keys.tsx";

/**
 * Fills the places in a page's code with what is a project's own: of the one that is chosen in the line above the first
 * such block (`place`), and of the demo project for those who are not signed in. Secret keys are shown once, when they are
 * made, so their places stay as they are.
 */
export function OwnKeys({ article, place }: { article: RefObject<HTMLElement | null>; place: Element | null }) {
  const { data: me } = useMe();
  const { data: config } = useSiteConfig();
  const signedIn = me?.user != null;
  const [chosen, setChosen] = useState(chosenProject);
  const teams = useQuery({
    queryKey: ["docs-projects"],
    queryFn: ({ signal }) => request("GET /internal/teams/info", { query: {}, signal }),
    enabled: signedIn,
  });
  // What one tries things in comes first.
  const projects = (teams.data ?? [])
    .flatMap((team) => team.projects.map((project) => ({ ...project, team: team.name })))
    .toSorted((a, b) => Number(b.type === "dev") - Number(a.type === "dev"));
  const projectId = projects.find(({ id }) => id === chosen)?.id ?? projects[0]?.id;
  const project = useQuery({
    queryKey: ["docs-project", projectId],
    queryFn: ({ signal }) =>
      request("GET /internal/projects/{projectId}", { path: { projectId: projectId ?? "" }, signal }),
    enabled: projectId !== undefined,
  });
  const publicKey = project.data?.publicKey ?? config?.demoPublicKey ?? undefined;
  const serverUrl = config?.serverUrl;

  useEffect(() => {
    const values: Partial<Record<Placeholder, string | undefined>> = {
      PUBLIC_KEY: publicKey,
      SERVER_URL: serverUrl,
      PROJECT_ID: project.data?.id,
    };
    for (const spot of article.current?.querySelectorAll<HTMLElement>("[data-fill]") ?? []) {
      const value = values[spot.dataset["fill"] as Placeholder];
      if (value !== undefined) spot.textContent = value;
    }
  }, [article, publicKey, serverUrl, project.data?.id]);

  if (place === null || me === undefined || (signedIn && teams.data === undefined)) return null;
  if (!signedIn) return createPortal(<SignInForKeys isDemo={publicKey !== undefined} />, place);
  return createPortal(
    <ProjectPicker
      projects={projects}
      projectId={projectId}
      onPick={(id) => {
        setChosen(id);
        rememberProject(id);
      }}
    />,
    place,
  );
}
