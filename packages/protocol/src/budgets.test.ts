import { expect, test } from "vitest";
import { budgets } from "./budgets.ts";
import type { Budget } from "./budgets.ts";
import { serverLimits } from "./limits.ts";

test.for(Object.entries<Budget>(budgets))(
  "[PR32] the shares of %s are less than all of it",
  ([, { total, shares }]) => {
    expect(shares.length).toBeGreaterThan(0);
    for (const { limit } of shares)
      if (total !== undefined) expect(serverLimits[limit]).toBeLessThan(serverLimits[total]);
  },
);
