import type { AiFrontendKnowledge } from "@weft/protocol";
import { routeParams } from "../search/route-params.ts";

export interface PageContext {
  readonly now: Date;
  readonly timeZone: string;
  readonly socialLinks: readonly { readonly name: string; readonly href: string }[];
  readonly pathname: string;
  readonly title: string;
  readonly theme: string;
  readonly palette: string;
  readonly language: string;
}

/** The page context that is sent to the assistant with each question. It has no room contents and no keys. */
export function contextItems(page: PageContext): AiFrontendKnowledge[] {
  const { accountId, projectId } = routeParams(page.pathname);
  return [
    { description: "The current date and time, and the time zone of the user", value: dated(page) },
    { description: "Social links of the product", value: page.socialLinks.map(({ name, href }) => ({ name, href })) },
    { description: "The current path", value: page.pathname },
    { description: "The title of the current page", value: page.title },
    {
      description: "The theme that the user chose, and the one that the system prefers now if the theme is system",
      value: { theme: page.theme, shown: page.palette },
    },
    { description: "The language of the browser", value: page.language },
    ...(accountId === undefined
      ? []
      : [
          {
            description: "The team and the project of the current page",
            value: { teamId: accountId, projectId: projectId ?? null },
          },
        ]),
  ];
}

function dated({ now, timeZone }: PageContext): string {
  return `${now.toISOString()} (${timeZone})`;
}
