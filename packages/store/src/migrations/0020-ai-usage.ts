import type { Migration } from "./migration.ts";

/** Questions to copilots, and the tokens of the models' calls, beside the other counts of a project. */
export const aiUsage: Migration = {
  version: 20,
  statements({ sql: { schema }, columns: { integer } }) {
    return ["usage_daily", "usage_samples"]
      .flatMap((table) =>
        ["ai_messages", "ai_input_tokens", "ai_output_tokens"].map((column) =>
          schema.alterTable(table).addColumn(column, integer, (c) => c.notNull().defaultTo(0)),
        ),
      )
      .map((step) => step.compile().sql);
  },
};
