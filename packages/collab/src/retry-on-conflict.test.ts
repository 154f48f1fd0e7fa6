import { expect, test } from "vitest";
import { conflict, retryOnConflict } from "./retry-on-conflict.ts";

test("an attempt is made again until no other writer comes in between", async () => {
  const outcomes = [conflict, conflict, "written"] as const;
  let made = 0;
  expect(await retryOnConflict(async () => outcomes[made++]!)).toBe("written");
  expect(made).toBe(3);
});

test("nothing is an outcome", async () => {
  expect(await retryOnConflict(async () => undefined)).toBeUndefined();
});

test("attempts end when other writers win every time, and at the first failure", async () => {
  let made = 0;
  const lose = async () => {
    made++;
    return conflict;
  };
  await expect(retryOnConflict(lose)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(made).toBe(8);
  made = 0;
  const fail = async () => {
    made++;
    throw new Error("gone");
  };
  await expect(retryOnConflict(fail)).rejects.toThrow("gone");
  expect(made).toBe(1);
});
