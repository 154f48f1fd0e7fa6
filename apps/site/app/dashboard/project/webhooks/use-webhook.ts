import { createContext, useContext } from "react";
import type { ProjectWebhook } from "@weft/protocol";

export const WebhookContext = createContext<ProjectWebhook | null>(null);

/** The endpoint whose page is open. */
export function useWebhook(): ProjectWebhook {
  const webhook = useContext(WebhookContext);
  if (webhook === null) throw new Error("This hook can be used on the page of an endpoint only.");
  return webhook;
}
