import { plans } from "@weft/protocol";
import type { Limits, TeamRetentionState } from "@weft/protocol";
import type { TeamRecord } from "./team-records.ts";

type Retention = TeamRetentionState["days"];

const dayMs = 86_400_000;

/** A project without a team has the self-hosted plan. */
export interface RetentionRules {
  /** The most days for which data of a team's projects may be kept. */
  maximum(team: Pick<TeamRecord, "plan"> | undefined): Retention;
  /** Days for which data of a team's projects is kept: as the team decided, and never longer than its plan allows. */
  of(team: Pick<TeamRecord, "plan" | "retention"> | undefined): Retention;
}

export function createRetentionRules({ webhookMessagesKeptMs }: Pick<Limits, "webhookMessagesKeptMs">): RetentionRules {
  const maximum: RetentionRules["maximum"] = (team) => {
    const { eventRetentionDays } = plans[team?.plan ?? "SelfHosted"];
    return {
      events: eventRetentionDays,
      requestLogs: eventRetentionDays,
      webhookDeliveries: Math.ceil(webhookMessagesKeptMs / dayMs),
      aiChats: null,
    };
  };
  return { maximum, of: (team) => within(maximum(team), team?.retention) };
}

function within(most: Retention, chosen: TeamRecord["retention"]): Retention {
  const { events, requestLogs, webhookDeliveries, aiChats } = chosen ?? {};
  return {
    events: Math.min(events ?? most.events, most.events),
    requestLogs: Math.min(requestLogs ?? most.requestLogs, most.requestLogs),
    webhookDeliveries: Math.min(webhookDeliveries ?? most.webhookDeliveries, most.webhookDeliveries),
    aiChats: aiChats ?? null,
  };
}
