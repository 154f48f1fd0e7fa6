import type { RequestEntry } from "@weft/protocol";
import { expect, test } from "vitest";
import { requestAsCurl } from "./request-as-curl.ts";

const entry = { method: "POST", path: "/v2/rooms/{roomId}" } as RequestEntry;

test("a call is written with a placeholder for the key", () => {
  expect(requestAsCurl(entry, "http://localhost:7070")).toBe(
    `curl -X POST "http://localhost:7070/v2/rooms/{roomId}" \\
  -H "Authorization: Bearer $WEFT_SECRET_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{}'`,
  );
  expect(requestAsCurl({ ...entry, method: "GET" }, "http://localhost:7070")).not.toContain("-d");
});
