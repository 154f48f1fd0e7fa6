import type { WebhookDisabledMail } from "@weft/collab";
import type { Mail } from "../mail/mail-job.ts";

/** The mail that a webhook endpoint was disabled. `publicUrl`: without an ending slash. */
export function webhookDisabledMail(
  { to, team, project, endpoint, failingSince }: WebhookDisabledMail,
  publicUrl: string,
): Mail {
  const since = new Date(failingSince).toLocaleString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  });
  const page = [team, "projects", project.id, "webhooks", endpoint.id].map(encodeURIComponent).join("/");
  return {
    to,
    subject: `${project.name}: a webhook endpoint was disabled`,
    text: [
      `All deliveries to this webhook endpoint of the project ${project.name} have failed since ${since} UTC:`,
      "",
      endpoint.url,
      "",
      "The endpoint was disabled and receives no events until you enable it again.",
      "",
      "View the failed deliveries, enable the endpoint, and resend events:",
      `${publicUrl}/dashboard/${page}`,
      "",
      `You receive this email because you are an owner of the team. To turn it off:\n${publicUrl}/dashboard/account/notifications`,
      "",
    ].join("\n"),
  };
}
