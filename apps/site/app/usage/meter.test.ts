import { expect, test } from "vitest";
import { meter, meterText, meterValueText } from "./meter.ts";

const MB = 1_048_576;

test.each([
  [0, 100, 0, 0, "brand", "OK"],
  [1, 500, 1, 1, "brand", "OK"],
  [79, 100, 79, 79, "brand", "OK"],
  [796, 1000, 79, 79, "brand", "OK"],
  [80, 100, 80, 80, "warning", "Near limit"],
  [99, 100, 99, 99, "warning", "Near limit"],
  [100, 100, 100, 100, "danger", "Limit reached"],
  [140, 100, 140, 100, "danger", "Limit reached"],
  [7_999, 10_000, 79, 79, "brand", "OK"],
  [8_000, 10_000, 80, 80, "warning", "Near limit"],
  [10_000, 10_000, 100, 100, "danger", "Limit reached"],
  [215 * MB, 256 * MB, 83, 83, "warning", "Near limit"],
  [58, 100, 58, 58, "brand", "OK"],
  [0, 0, 0, 0, "brand", "OK"],
  [3, 0, null, 100, "danger", "Limit reached"],
])("%i used of %i is %s percent, a bar of %i, %s: %s", (used, included, percentage, fill, tone, word) => {
  expect(meter({ used, included })).toEqual({ kind: "bounded", used, included, percentage, fill, tone, word });
});

test.each([
  [850, 85, 85, "brand", "OK"],
  [1_000, 100, 100, "brand", "OK"],
  [1_001, 100, 100, "warning", "Over included"],
  [10_000, 1_000, 100, "warning", "Over included"],
  [10_001, 1_000, 100, "danger", "Limit reached"],
])(
  "%i users, paid as used, of 1,000 included and 10,000 at most: %i percent, %s",
  (used, percentage, fill, tone, word) => {
    expect(meter({ used, included: 1_000, payAsYouGo: { maximum: 10_000 } })).toEqual({
      kind: "bounded",
      used,
      included: 1_000,
      percentage,
      fill,
      tone,
      word,
    });
  },
);

test("without a limit, there is a number and no bar", () => {
  const shown = meter({ used: 1_204, included: null });
  expect(shown).toEqual({ kind: "unlimited", used: 1_204 });
  expect(meterText(shown, "count")).toBe("1,204");
  expect(meterValueText("Comments", shown, "count")).toBe("Comments: 1,204, no limit");
});

test("the text beside the bar shows counts or bytes", () => {
  expect(meterText(meter({ used: 850, included: 1_000 }), "count")).toBe("850 / 1,000");
  expect(meterText(meter({ used: 215 * MB, included: 256 * MB }), "bytes")).toBe("215.0 MB / 256.0 MB");
});

test("screen readers announce label, numbers, percentage and word", () => {
  const text = meterValueText("Comments", meter({ used: 8_000, included: 10_000 }), "count");
  expect(text).toBe("Comments: 8,000 of 10,000, 80 percent, near limit");
  expect(meterValueText("Users", meter({ used: 3, included: 0 }), "count")).toBe("Users: 3 of 0, limit reached");
});
