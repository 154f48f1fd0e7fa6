import type { MeterName } from "@weft/protocol";
import type { Kysely } from "kysely";
import { unit } from "./engine-dialect.ts";
import type { Engine } from "./engine.ts";
import { insertMails } from "./mail-records.ts";
import type { NewMail } from "./mail-records.ts";
import type { Tables } from "./tables.ts";

/** How far a meter was when its team was told: in percent of what is included. */
export interface UsageAlert {
  readonly meter: MeterName;
  readonly threshold: 80 | 100;
}

/** What teams were told of their usage. */
export interface UsageAlertRecords {
  /** Of a period, such as `2026-11`. */
  told(team: string, period: string): Promise<readonly UsageAlert[]>;
  /**
   * Remembers alerts and keeps the mails that bring them, all or nothing. False, when the team was told of one of them
   * already or is not there any more: nothing is written then.
   */
  tell(
    team: string,
    period: string,
    alerts: readonly UsageAlert[],
    at: number,
    mails: readonly NewMail[],
  ): Promise<boolean>;
}

export function createUsageAlertRecords(engine: Engine, db: Kysely<Tables>): UsageAlertRecords {
  return {
    async told(team, period) {
      const rows = await db
        .selectFrom("usage_alerts")
        .select(["meter", "threshold"])
        .where("team_id", "=", team)
        .where("period", "=", period)
        .execute();
      return rows.map(({ meter, threshold }) => ({ meter, threshold }) as UsageAlert);
    },
    async tell(team, period, alerts, at, mails) {
      const teams = db.selectFrom("teams").where("id", "=", team);
      const remember = ({ meter, threshold }: UsageAlert) =>
        db
          .insertInto("usage_alerts")
          .columns(["team_id", "period", "meter", "threshold", "at"])
          .expression((eb) =>
            teams.select([
              "id",
              eb.val(period).as("period"),
              eb.val(meter as string).as("meter"),
              eb.val(threshold as number).as("threshold"),
              eb.val(at).as("at"),
            ]),
          )
          .onConflict((conflict) => conflict.doNothing());
      const outcome = await unit(engine, [
        ...alerts.map((alert) => [remember(alert), 1] as const),
        ...insertMails(db, mails),
      ]);
      return outcome.kind === "done";
    },
  };
}
