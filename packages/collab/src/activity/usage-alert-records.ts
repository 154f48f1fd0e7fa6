import type { MeterName } from "@weft/protocol";
import type { Effects } from "../effects.ts";

/** How far a meter was when its team was notified: in percent of what is included. */
export interface UsageAlert {
  readonly meter: MeterName;
  readonly threshold: 80 | 100;
}

/** The usage alerts that teams have received. */
export interface UsageAlertRecords {
  /** Of a period, such as `2026-11`. */
  told(team: string, period: string): Promise<readonly UsageAlert[]>;
  /**
   * Stores alerts together with their emails. Returns false and writes nothing if the team has already got one of them,
   * or no longer exists.
   */
  tell(team: string, period: string, alerts: readonly UsageAlert[], at: number, effects: Effects): Promise<boolean>;
}
