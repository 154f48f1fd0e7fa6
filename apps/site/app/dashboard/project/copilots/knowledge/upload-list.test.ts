import { expect, test } from "vitest";
import { uploadList } from "./upload-list.ts";
import type { Upload, UploadChange } from "./upload-list.ts";

test("uploads progress, fail and leave, each by itself", () => {
  const changes: readonly UploadChange[] = [
    {
      type: "started",
      uploads: [
        { id: 1, name: "a.md" },
        { id: 2, name: "b.pdf" },
      ],
    },
    { type: "progressed", id: 1, sent: 0.5 },
    { type: "started", uploads: [{ id: 3, name: "c.txt" }] },
    { type: "failed", id: 2, error: "Too large" },
    { type: "removed", id: 1 },
    // Late news of an upload that has left.
    { type: "progressed", id: 1, sent: 1 },
  ];
  const states: (readonly Upload[])[] = [];
  changes.reduce<readonly Upload[]>((list, change) => {
    const next = uploadList(list, change);
    states.push(next);
    return next;
  }, []);
  expect(states[1]).toEqual([
    { id: 1, name: "a.md", sent: 0.5 },
    { id: 2, name: "b.pdf", sent: 0 },
  ]);
  expect(states.at(-1)).toEqual([
    { id: 2, name: "b.pdf", sent: 0, error: "Too large" },
    { id: 3, name: "c.txt", sent: 0 },
  ]);
});
