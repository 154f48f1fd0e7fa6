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
   * Remembers alerts, together with the mails that bring them. False, when the team was told of one of them already or is
   * not there any more: nothing is written then.
   */
  tell(team: string, period: string, alerts: readonly UsageAlert[], at: number, effects: Effects): Promise<boolean>;
}
