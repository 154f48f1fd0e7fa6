import type { PlanningPresence, PlanningStorage } from "@weft/example-shared/planning";

declare global {
  interface Weft {
    Presence: PlanningPresence;
    Storage: PlanningStorage;
  }
}
