import type { ProjectWebhook } from "@weft/protocol";
import { Badge } from "../../../ui/badge.tsx";

const states = {
  active: { label: "Active", tone: "success" },
  failing: { label: "Failing", tone: "warning" },
  disabled: { label: "Disabled", tone: "neutral" },
} as const;

/** Whether an endpoint receives events. */
export function WebhookState({ webhook }: { webhook: Pick<ProjectWebhook, "state"> }) {
  const { label, tone } = states[webhook.state];
  return <Badge tone={tone}>{label}</Badge>;
}
