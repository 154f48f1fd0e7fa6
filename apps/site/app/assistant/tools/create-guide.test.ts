import { expect, test, vi } from "vitest";
import { RequestFailed } from "../../api/request-failed.ts";
import { createGuide, guideHref } from "./create-guide.ts";

const draft = { title: " Use rooms ", markdown: "# Rooms" };
const failed = (status: number) => async () => {
  throw new RequestFailed({ status, code: "X", message: "No." });
};

test("a guide is published, and its page opens after the assistant has received the result", async () => {
  vi.useFakeTimers();
  const post = vi.fn<(draft: object) => Promise<{ slug: string }>>(async () => ({ slug: "use-rooms" }));
  const go = vi.fn<(href: string) => void>();
  const result = await createGuide(draft, { isStaff: true, post, go });
  expect(result).toMatchObject({ data: { slug: "use-rooms", title: "Use rooms" } });
  expect(post.mock.calls).toEqual([[{ title: "Use rooms", markdown: "# Rooms" }]]);
  expect(go).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(go.mock.calls).toEqual([["/docs/guides/ai/use-rooms"]]);
  vi.useRealTimers();
});

test("a user who is not staff is refused before anything is sent, and again by the server", async () => {
  const refusal = { error: "You are not authorized to create AI guides." };
  const post = vi.fn<() => Promise<{ slug: string }>>();
  const go = vi.fn<(href: string) => void>();
  expect(await createGuide(draft, { isStaff: false, post, go })).toEqual(refusal);
  expect(post).not.toHaveBeenCalled();
  expect(await createGuide(draft, { isStaff: true, post: failed(403), go })).toEqual(refusal);
  for (const status of [0, 422, 500])
    expect(await createGuide(draft, { isStaff: true, post: failed(status), go })).toEqual({
      error: "Failed to create AI guide",
    });
  expect(go).not.toHaveBeenCalled();
});

test("the address of a guide has its slug", () => {
  expect(guideHref("use-rooms-2")).toBe("/docs/guides/ai/use-rooms-2");
});
