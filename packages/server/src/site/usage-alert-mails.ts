import type { UsageAlertMail } from "@weft/collab";
import { plans } from "@weft/protocol";
import type { UsageMeter } from "@weft/protocol";
import { teamName } from "@weft/protocol/internal/team-name";
import type { Mail } from "../mail/mail-job.ts";

/** The mail of a usage alert. `publicUrl`: without an ending slash. */
export function usageAlertMail({ to, team, usage, reached }: UsageAlertMail, publicUrl: string): Mail {
  const name = teamName(team.name);
  const [first] = reached;
  const what =
    reached.length === 1 ? `${first!.meter.label} at ${first!.threshold} %` : `${reached.length} limits near`;
  const month = new Date(usage.periodStart).toLocaleDateString("en-GB", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const lines = reached.map(({ meter, threshold }) => {
    const word = threshold === 100 ? "limit reached" : "near the limit";
    return `- ${meter.label}: ${numberOf(meter, meter.used)} of ${numberOf(meter, meter.included!)}, ${word}`;
  });
  return {
    to,
    subject: `${name}: ${what}`,
    text: [
      `Usage of the team ${name} in ${month} (UTC), on the plan ${plans[usage.plan].name}:`,
      "",
      ...lines,
      "",
      `All of its usage, by project:\n${publicUrl}/dashboard/${team.id}/settings/billing`,
      "",
      `You receive this email once per limit and month. To turn it off:\n${publicUrl}/dashboard/account/notifications`,
      "",
    ].join("\n"),
  };
}

function numberOf({ unit }: UsageMeter, value: number): string {
  if (unit === "count") return value.toLocaleString("en-US");
  const [size, name] = value < 2 ** 20 ? [2 ** 10, "KB"] : value < 2 ** 30 ? [2 ** 20, "MB"] : [2 ** 30, "GB"];
  return `${(value / size).toFixed(1)} ${name}`;
}
