import { expect, test } from "vitest";
import { firstLanguage } from "./language.ts";

test("language tags that Intl refuses are skipped", () => {
  expect(firstLanguage(["en-US@posix", "pt-PT", "de"])).toBe("pt-PT");
  expect(firstLanguage(["C", "en-US@posix"])).toBe("en");
  expect(firstLanguage([])).toBe("en");
});
