import type { UsageAlert, UsageAlertRecords } from "@weft/collab";
import type { Kysely } from "kysely";
import type { Dialect } from "../database/dialect.ts";
import type { Tables } from "../tables/tables.ts";
import type { Transactions } from "../transactions/transactions.ts";

export function createUsageAlertRecords(
  { done }: Transactions,
  db: Kysely<Tables>,
  { keepRows }: Pick<Dialect, "keepRows">,
): UsageAlertRecords {
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
    tell(team, period, alerts, at, effects) {
      // Another writer may be deleting the team.
      const teams = db.selectFrom("teams").where("id", "=", team).modifyEnd(keepRows("teams"));
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
          .onConflict((conflict) => conflict.columns(["team_id", "period", "meter", "threshold"]).doNothing());
      return done(
        alerts.map((alert) => [remember(alert), 1] as const),
        effects,
      );
    },
  };
}
