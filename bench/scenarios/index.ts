import type { Scenario } from "../scenario.ts";
import { clusterScenarios } from "./cluster.ts";
import { coldLoadScenarios } from "./cold-load.ts";
import { commentScenarios } from "./comments.ts";
import { copilotScenarios } from "./copilots.ts";
import { disturbScenarios } from "./disturb.ts";
import { documentScenarios } from "./documents.ts";
import { forwardScenarios } from "./forward.ts";
import { joinScenarios } from "./join.ts";
import { memoryScenarios } from "./memory.ts";
import { presenceScenarios } from "./presence.ts";
import { restScenarios } from "./rest.ts";
import { restartScenarios } from "./restart.ts";
import { siteScenarios } from "./site.ts";
import { startScenarios } from "./start.ts";
import { storageScenarios } from "./storage.ts";
import { webhookScenarios } from "./webhooks.ts";

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [
  ...presenceScenarios,
  ...joinScenarios,
  ...storageScenarios,
  ...coldLoadScenarios,
  ...documentScenarios,
  ...restScenarios,
  ...commentScenarios,
  ...webhookScenarios,
  ...copilotScenarios,
  ...memoryScenarios,
  ...startScenarios,
  ...disturbScenarios,
  ...restartScenarios,
  ...forwardScenarios,
  ...clusterScenarios,
  ...siteScenarios,
];
