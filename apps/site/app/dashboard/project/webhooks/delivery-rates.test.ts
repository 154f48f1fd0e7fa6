import { expect, test } from "vitest";
import { failureRateText, successRateText } from "./delivery-rates.ts";

const day = (delivered: number, failed: number, retrying = 0) => ({ delivered, failed, retrying });

test("deliveries that failed are counted with their share", () => {
  expect(failureRateText(day(0, 0))).toBe("—");
  expect(failureRateText(day(12, 0))).toBe("0 of 12");
  expect(failureRateText(day(1, 2))).toBe("2 of 3 (67%)");
  expect(failureRateText(day(999, 1))).toBe("1 of 1000 (1%)");
});

test("only deliveries that ended have a success rate: retrying is not failing", () => {
  expect(successRateText(day(0, 0, 15))).toBe("—");
  expect(failureRateText(day(0, 0, 15))).toBe("—");
  expect(successRateText(day(12, 0, 3))).toBe("100%");
  expect(successRateText(day(99_999, 1))).toBe("99.9%");
  expect(successRateText(day(0, 4))).toBe("0%");
  expect(successRateText(day(2, 1))).toBe("66.6%");
});
