import type { InternalRoutes, JsonObject, Usage } from "@weft/protocol";
import { request } from "../../api/request.ts";
import { teamName } from "@weft/protocol/internal/team-name";
import { showsMeters, usageMeasures } from "../../usage/usage-measures.ts";
import { optionalText, parameters, textArgument } from "./assistant-tool.ts";
import type { AssistantTool } from "./assistant-tool.ts";
import { billingHref } from "./links.ts";

type Team = InternalRoutes["GET /internal/teams/info"]["returns"][number];

export const getTeamProjectAndPlanInfo: AssistantTool = {
  description: "Look up the user's teams with their plans and projects, and the ids that other tools need.",
  parameters: parameters({
    detailedProjectStatistics: { type: "boolean", description: "Also count the rooms and users of each project." },
  }),
  running: "Looking up your teams and projects…",
  done: () => "Looked up your teams and projects",
  async execute({ detailedProjectStatistics }) {
    try {
      const teams = await request("GET /internal/teams/info", {
        query: { detailedProjectStatistics: detailedProjectStatistics === true },
      });
      return { data: { teams: teams.map((team: Team) => ({ ...team, name: teamName(team.name) })) } };
    } catch {
      return { error: "Failed to fetch team project and plan info" };
    }
  },
};

/** The team of the argument, else of the page, else the last one. */
export function teamOf(args: JsonObject, current: string | undefined): string | undefined {
  return textArgument(args, "teamId") ?? current;
}

const whichTeam = optionalText("The id of the team; the one of the current page unless given.");

/** Where a team's billing is. `currentTeam`: the one of the page, else the last one. */
export function manageBillingWith(currentTeam: () => string | undefined): AssistantTool {
  return {
    description: "Show a link to the page where the team's plan is managed.",
    parameters: parameters({ teamId: whichTeam }),
    running: "Looking up billing…",
    done: () => "Manage your plan on the billing page.",
    execute(args) {
      return {
        data: { href: billingHref(teamOf(args, currentTeam())) },
        description: "A button that leads to the page is shown to the user.",
      };
    },
  };
}

export function usageProgressChartWith(currentTeam: () => string | undefined): AssistantTool {
  return {
    description: "Show the usage of a team's plan as meters, and learn the numbers.",
    parameters: parameters({ teamId: whichTeam }),
    running: "Fetching usage…",
    done: ({ supported }) => (supported === false ? "This plan has no usage meters." : "Usage"),
    async execute(args) {
      const teamId = teamOf(args, currentTeam());
      if (teamId === undefined) return { error: "There is no team. Create one first." };
      let usage: Usage;
      try {
        ({ usage } = await request("GET /internal/teams/{teamId}/usage", { path: { teamId } }));
      } catch {
        return { error: "Failed to fetch usage" };
      }
      if (!showsMeters(usage.plan)) return { data: { plan: usage.plan, supported: false } };
      const measures = usageMeasures(usage).map(({ label, meter }) => ({
        label,
        used: meter.used,
        ...(meter.kind === "bounded" && {
          included: meter.included,
          percentage: meter.percentage,
          state: meter.word,
        }),
      }));
      return {
        data: { plan: usage.plan, supported: true, measures, usage },
        description: "The meters are shown to the user. Do not repeat all the numbers.",
      };
    },
  };
}
