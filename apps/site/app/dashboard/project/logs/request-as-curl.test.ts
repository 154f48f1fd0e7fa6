import type { RequestEntry } from "@weft/protocol";
import { expect, test } from "vitest";
import { requestAsCurl } from "./request-as-curl.ts";

const server = "http://localhost:7070";
const entry = { method: "POST", path: "/v2/rooms/{roomId}" } as RequestEntry;

test("a call is written with a placeholder for the key", () => {
  expect(requestAsCurl(entry, null, server)).toBe(
    `curl -X POST 'http://localhost:7070/v2/rooms/{roomId}' \\
  -H "Authorization: Bearer $WEFT_SECRET_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{}'`,
  );
  expect(requestAsCurl({ ...entry, method: "GET" }, null, server)).not.toContain("-d");
});

test("a call with stored contents is written as it was sent, and nothing in it runs in the shell", () => {
  const text = `{"metadata":{"owner":"O'Hara $(reboot)"}}`;
  const contents = {
    url: "/v2/rooms/o'hara?idempotent",
    headers: [{ name: "content-type", value: "application/json" }],
    body: { bytes: text.length, text, isCut: false },
    answer: null,
  };
  expect(requestAsCurl(entry, contents, server)).toBe(
    String.raw`curl -X POST 'http://localhost:7070/v2/rooms/o'\''hara?idempotent' ${"\\"}
  -H "Authorization: Bearer $WEFT_SECRET_KEY" ${"\\"}
  -H 'Content-Type: application/json' ${"\\"}
  -d '{"metadata":{"owner":"O'\''Hara $(reboot)"}}'`,
  );
  const bytes = { ...contents, body: { bytes: 9, text: null, isCut: false } };
  expect(requestAsCurl(entry, bytes, server)).toContain("--data-binary @body.bin");
  expect(requestAsCurl(entry, { ...contents, body: null }, server)).not.toContain("-d");
});
