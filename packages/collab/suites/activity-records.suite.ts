import { describe } from "vitest";
import { activityLogSuite } from "./activity-log.suite.ts";
import type { OpenActivityRecords } from "./activity-records-under-test.ts";
import { activitySizesSuite } from "./activity-sizes.suite.ts";
import { activitySweepSuite } from "./activity-sweep.suite.ts";
import { activityUsageSuite } from "./activity-usage.suite.ts";

/** What every ActivityRecords promises. An adapter's test file is one call to this. */
export function activityRecordsSuite(open: OpenActivityRecords): void {
  describe("ActivityRecords", () => {
    activityLogSuite(open);
    activityUsageSuite(open);
    activitySizesSuite(open);
    activitySweepSuite(open);
  });
}
