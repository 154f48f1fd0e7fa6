import type { AccountSummary } from "../../search/items.ts";
import type { RouteParams } from "../../search/route-params.ts";
import { expandedLimit, normalizeQuery } from "../../search/search.ts";
import type { DocsIndex } from "../../search/search.ts";
import { getTeamProjectAndPlanInfo, manageBillingWith, usageProgressChartWith } from "./accounts.ts";
import { optionalText, parameters, textArgument, textOf } from "./assistant-tool.ts";
import type { AssistantTool } from "./assistant-tool.ts";
import type { AssistantToolset } from "./assistant-tools-context.ts";
import { BillingCard } from "./billing-card.tsx";
import { changeTheme } from "./change-theme.ts";
import { ContactForm } from "./contact-form.tsx";
import { contactCancelled, contactParameters, contactTypeOf } from "./contact.ts";
import { CreateGuideForm } from "./create-guide-form.tsx";
import { guideCancelled, guideParameters, guideRefusal } from "./create-guide.ts";
import { CreateProjectToolForm, projectCancelled } from "./create-project-tool-form.tsx";
import { CreateTeamToolForm, teamCancelled } from "./create-team-tool-form.tsx";
import { fetchBlogPosts, fetchChangelogs } from "./fetch-content.ts";
import { dashboardLinks, pageLinks } from "./links.ts";
import { navigateTo } from "./navigate.ts";
import { UpgradeCard } from "./upgrade-card.tsx";
import { upgradeFlags } from "./upgrade.ts";
import { UsageChart } from "./usage-chart.tsx";

/** What tools need of the page. */
export interface ToolSurroundings {
  /** The team and project of the page, or those that were open last. */
  readonly params: () => RouteParams;
  readonly accounts: () => Promise<readonly AccountSummary[]>;
  readonly docs: () => Promise<DocsIndex>;
  readonly go: (href: string) => void;
  readonly isStaff: boolean;
}

/** Every tool of the assistant by its name. */
export function createToolset({ params, accounts, docs, go, isStaff }: ToolSurroundings): AssistantToolset {
  const currentTeam = () => params().accountId;
  const getDashboardLinks: AssistantTool = {
    description: "Get links to screens of the dashboard, for a team and a project.",
    parameters: parameters({
      teamId: optionalText("The id of the team; the one of the current page unless given."),
      projectId: optionalText("The id of the project; the one of the current page unless given."),
    }),
    running: "Looking up dashboard links…",
    done: () => "Looked up dashboard links",
    async execute(args) {
      const here = params();
      const accountId = textArgument(args, "teamId") ?? here.accountId;
      // The project of the page belongs to the team of the page.
      const projectId = textArgument(args, "projectId") ?? (accountId === here.accountId ? here.projectId : undefined);
      const wanted = { ...(accountId !== undefined && { accountId }), ...(projectId !== undefined && { projectId }) };
      return { data: { links: dashboardLinks(wanted, await accounts().catch(() => [])) } };
    },
  };
  const getPageLinks: AssistantTool = {
    description: "Get the headings and links of the page that the user is on.",
    parameters: parameters({}),
    running: "Reading the page…",
    done: () => "Read the links of this page",
    execute: () => ({ data: pageLinks(document, location) }),
  };
  const getDocsLinks: AssistantTool = {
    description: "Find pages and headings of the documentation by words. Answers titles and links, at most 20.",
    parameters: parameters({ query: { type: "string", description: "A few words of a title." } }),
    running: "Searching documentation links…",
    done: (data) => `Searched documentation links for “${textOf(data, "query")}”`,
    async execute(args) {
      const query = textArgument(args, "query") ?? "";
      const { fuse } = await docs();
      const found = query.trim() === "" ? [] : fuse.search(normalizeQuery(query), { limit: expandedLimit });
      return {
        data: { query, links: found.map(({ item: { title, href, path } }) => ({ title, href, path: [...path] })) },
      };
    },
  };
  const navigateToPage: AssistantTool = {
    description: "Take the user to a page of the documentation or the dashboard.",
    parameters: parameters({
      url: { type: "string", description: "A relative URL that begins with /docs or /dashboard." },
    }),
    running: "Opening the page…",
    done: (data) => `Opened ${textOf(data, "navigatedTo")}`,
    execute: (args) =>
      navigateTo(textArgument(args, "url") ?? "", {
        origin: location.origin,
        fetch: (address, init) => fetch(address, { ...init, credentials: "same-origin" }),
        go,
      }),
  };
  const contact: AssistantTool = {
    description:
      "Show a form with which the user contacts support or sales, or sends feedback. Write a draft of the message.",
    parameters: contactParameters,
    running: "Preparing a message…",
    done: () => "Message sent",
    View: ContactForm,
    passedOver: (args) => contactCancelled(contactTypeOf(args)),
  };
  const createTeam: AssistantTool = {
    description: "Show a form with which the user creates a team.",
    parameters: parameters({ name: { type: "string", description: "The name of the team." } }),
    running: "Preparing a team…",
    done: () => "Team created",
    View: CreateTeamToolForm,
    passedOver: () => teamCancelled,
  };
  const createProject: AssistantTool = {
    description: "Show a form with which the user creates a project.",
    parameters: parameters({
      teamId: optionalText("The id of the team; the user chooses unless given."),
      displayName: { type: "string", description: "The name of the project." },
      type: { type: "string", enum: ["dev", "prod"], description: "dev, unless production was requested." },
      regionRestriction: { type: "string", enum: ["none", "us", "eu"], description: "none, unless one was requested." },
    }),
    running: "Preparing a project…",
    done: () => "Project created",
    View: CreateProjectToolForm,
    passedOver: () => projectCancelled,
  };
  const createPermanentGuide: AssistantTool = {
    description:
      "Show a form with which staff publish a permanent guide of the documentation. Write the whole guide first.",
    parameters: guideParameters,
    // A call that was not offered is answered, too.
    ...(!isStaff && { enabled: false, execute: () => ({ error: guideRefusal }) }),
    running: "Preparing a guide…",
    done: () => "Guide created",
    View: CreateGuideForm,
    passedOver: () => guideCancelled,
  };
  const showUpgrade: AssistantTool = {
    description: "Deprecated.",
    parameters: parameters(Object.fromEntries(upgradeFlags.map((flag) => [flag, { type: "boolean" }]))),
    enabled: false,
    running: "Upgrade to Pro",
    done: () => "Upgrade to Pro",
    View: UpgradeCard,
  };
  return {
    "change-theme": changeTheme,
    "contact-support-sales-or-send-feedback": contact,
    "fetch-blog-posts": fetchBlogPosts,
    "fetch-changelogs": fetchChangelogs,
    "get-dashboard-links": getDashboardLinks,
    "get-page-links": getPageLinks,
    "get-docs-links": getDocsLinks,
    "get-team-project-and-plan-info": getTeamProjectAndPlanInfo,
    "usage-progress-chart": { ...usageProgressChartWith(currentTeam), View: UsageChart },
    "manage-billing": { ...manageBillingWith(currentTeam), View: BillingCard },
    "create-team": createTeam,
    "create-project": createProject,
    "create-permanent-guide": createPermanentGuide,
    "navigate-to-page": navigateToPage,
    "show-upgrade-v2": showUpgrade,
  };
}
