import { limits } from "@weft/protocol";
import { expect, test } from "vitest";
import { fromSite, openTestEdge } from "../testing/test-edge.ts";

const draft = { title: "  Use rooms ", markdown: "# Rooms\n\nOne per document." };

test("staff create and delete guides, which anyone reads", async () => {
  await using edge = await openTestEdge({ site: { staffDomain: "weft.test" } });
  const staff = await edge.signUp({ email: "sam@weft.test" });
  const created = await staff.call("POST", "/internal/ai-guides", draft);
  expect([created.status, created.body]).toEqual([200, { slug: "use-rooms" }]);
  expect((await staff.call("POST", "/internal/ai-guides", draft)).body).toEqual({ slug: "use-rooms-2" });

  const read = (slug: string) => edge.call("GET", `/internal/ai-guides/${slug}`, undefined, fromSite);
  const found = await read("use-rooms");
  expect([found.status, found.body]).toEqual([
    200,
    {
      slug: "use-rooms",
      title: "Use rooms",
      description: "One per document.",
      markdown: draft.markdown,
      createdAt: expect.any(String),
    },
  ]);
  const unknown = await read("nothing");
  expect([unknown.status, unknown.body.error, unknown.body.message]).toEqual([
    404,
    "RESOURCE_NOT_FOUND",
    "Guide not found.",
  ]);

  expect((await staff.call("DELETE", "/internal/ai-guides/use-rooms")).status).toBe(200);
  expect((await staff.call("DELETE", "/internal/ai-guides/use-rooms")).status).toBe(404);
  expect((await read("use-rooms")).status).toBe(404);
  expect((await read("use-rooms-2")).status).toBe(200);
});

test("a user who is not staff creates and deletes none", async () => {
  await using edge = await openTestEdge({ site: { staffDomain: "weft.test" } });
  const staff = await edge.signUp({ email: "sam@weft.test" });
  await staff.call("POST", "/internal/ai-guides", draft);
  const user = await edge.signUp({ email: "eve@example.com" });
  for (const [method, path] of [
    ["POST", "/internal/ai-guides"],
    ["DELETE", "/internal/ai-guides/use-rooms"],
  ] as const) {
    const refused = await user.call(method, path, draft);
    expect([refused.status, refused.body.error]).toEqual([403, "FORBIDDEN"]);
    expect((await edge.call(method, path, draft, fromSite)).status).toBe(401);
  }
  expect((await user.call("GET", "/internal/ai-guides/use-rooms-2")).status).toBe(404);
  expect((await user.call("GET", "/internal/ai-guides/use-rooms")).status).toBe(200);
});

test("a guide has a title and a text, neither of them too long", async () => {
  await using edge = await openTestEdge({ site: { staffDomain: "weft.test" } });
  const staff = await edge.signUp({ email: "sam@weft.test" });
  const most = { title: "t".repeat(limits.guideTitleLength), markdown: "m".repeat(limits.guideLength) };
  expect((await staff.call("POST", "/internal/ai-guides", most)).status).toBe(200);
  for (const wrong of [
    { title: " ", markdown: "m" },
    { title: "t", markdown: " \n" },
    { ...most, title: `${most.title}t` },
    { ...most, markdown: `${most.markdown}m` },
    { title: "t\0", markdown: "m" },
    { title: "t" },
  ])
    expect((await staff.call("POST", "/internal/ai-guides", wrong)).status).toBe(422);
});
