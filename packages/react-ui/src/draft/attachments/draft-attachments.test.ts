import type { CommentLocalAttachment, UploadAttachmentOptions } from "@weft/client";
import { WeftError } from "@weft/client";
import { expect, test } from "vitest";
import { AttachmentTooLargeError } from "./attachment-too-large-error.ts";
import { DraftAttachments, maxAttachments, maxAttachmentSize } from "./draft-attachments.ts";

interface Upload {
  readonly options: UploadAttachmentOptions;
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
}

function openDraft() {
  const uploads: Upload[] = [];
  const room = {
    prepareAttachment: (file: File): CommentLocalAttachment => ({
      type: "localAttachment",
      status: "idle",
      id: `at_${file.name}`,
      name: file.name,
      size: file.size,
      mimeType: file.type,
      file,
    }),
    uploadAttachment: ({ id, name, size, mimeType }: CommentLocalAttachment, options: UploadAttachmentOptions = {}) =>
      new Promise<{ type: "attachment"; id: string; name: string; size: number; mimeType: string }>((resolve, reject) =>
        uploads.push({
          options,
          finish: () => resolve({ type: "attachment", id, name, size, mimeType }),
          fail: reject,
        }),
      ),
  };
  const draft = new DraftAttachments(() => room);
  const states: string[] = [];
  draft.subscribe(() => {
    const [first] = draft.state.attachments;
    states.push(first === undefined ? "none" : first.type === "attachment" ? "attachment" : first.status);
  });
  return { draft, uploads, states };
}

const file = (name: string, size = 3) => {
  const created = new File(["abc"], name, { type: "text/plain" });
  if (size !== 3) Object.defineProperty(created, "size", { value: size });
  return created;
};
/** All promises that are settled have been handled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("[UI70] files are uploaded at once, with how far that is", async () => {
  const { draft, uploads, states } = openDraft();
  draft.add([file("a.txt")]);
  uploads[0]?.options.onProgress?.(1, 4);
  expect(draft.state.progress.get("at_a.txt")).toBe(0.25);
  uploads[0]?.finish();
  await settled();
  expect(draft.uploaded).toEqual([
    { type: "attachment", id: "at_a.txt", name: "a.txt", size: 3, mimeType: "text/plain" },
  ]);
  expect(draft.state.progress.size).toBe(0);
  expect(states).toEqual(["idle", "uploading", "uploading", "attachment"]);
});

test("[UI71] what failed says why, and can be uploaded again", async () => {
  const { draft, uploads } = openDraft();
  draft.add([file("a.txt")]);
  const refused = new WeftError("Too large.", { type: "REQUEST_ERROR" }, { status: 413 });
  uploads[0]?.fail(refused);
  await settled();
  const [failed] = draft.state.attachments;
  expect(failed).toMatchObject({ status: "error", error: { origin: "server" } });
  draft.retry("at_a.txt");
  expect(draft.state.attachments[0]).toMatchObject({ status: "uploading" });
  uploads[1]?.finish();
  await settled();
  expect(draft.uploaded).toHaveLength(1);
});

test("[UI71] a file that is larger than attachments may be is not uploaded", () => {
  const { draft, uploads } = openDraft();
  draft.add([file("a.txt", maxAttachmentSize + 1)]);
  const [failed] = draft.state.attachments;
  expect(failed?.type === "localAttachment" && failed.error).toBeInstanceOf(AttachmentTooLargeError);
  expect(uploads).toHaveLength(0);
});

test("[UI71] a comment has ten attachments at most, and removing one ends its upload", async () => {
  const { draft, uploads } = openDraft();
  draft.add(Array.from({ length: maxAttachments + 2 }, (_, at) => file(`${at}.txt`)));
  expect(draft.state.attachments).toHaveLength(maxAttachments);
  draft.remove("at_0.txt");
  expect(uploads[0]?.options.signal?.aborted).toBe(true);
  uploads[0]?.fail(new Error("aborted"));
  await settled();
  expect(draft.state.attachments.map(({ id }) => id)).not.toContain("at_0.txt");
  expect(draft.room).toBe(1);
});
