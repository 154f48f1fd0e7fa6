import { limits, plans } from "@weft/protocol";
import type { TeamRetentionState } from "@weft/protocol";
import type { TeamRecord } from "./team-records.ts";

type Retention = TeamRetentionState["days"];

const dayMs = 86_400_000;

/** The most days for which data of a team's projects may be kept. A project without a team has the self-hosted plan. */
export function maximumRetention(team: Pick<TeamRecord, "plan"> | undefined): Retention {
  const { eventRetentionDays } = plans[team?.plan ?? "SelfHosted"];
  return {
    events: eventRetentionDays,
    requestLogs: eventRetentionDays,
    webhookDeliveries: limits.webhookMessagesKeptMs / dayMs,
    aiChats: null,
  };
}

/** Days for which data of a team's projects is kept: as the team decided, and never longer than its plan allows. */
export function retentionOf(team: Pick<TeamRecord, "plan" | "retention"> | undefined): Retention {
  const most = maximumRetention(team);
  const { events, requestLogs, webhookDeliveries, aiChats } = team?.retention ?? {};
  return {
    events: Math.min(events ?? most.events, most.events),
    requestLogs: Math.min(requestLogs ?? most.requestLogs, most.requestLogs),
    webhookDeliveries: Math.min(webhookDeliveries ?? most.webhookDeliveries, most.webhookDeliveries),
    aiChats: aiChats ?? null,
  };
}
