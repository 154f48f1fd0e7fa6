import { expect, test } from "vitest";
import { openDocsIndex } from "../../search/search.ts";
import { offeredTools } from "../chat-client/chat-tool.ts";
import { createToolset } from "./toolset.ts";

const records = Array.from({ length: 30 }, (_, at) => ({
  title: `Room ${at}`,
  href: `/docs/rooms/${at}`,
  path: ["Rooms"],
  keywords: [],
}));

const surroundings = {
  params: () => ({}),
  accounts: async () => [],
  docs: async () => openDocsIndex(records),
  go: () => {},
};
const tools = createToolset({ ...surroundings, isStaff: true });
const call = { chatId: "c", messageId: "m", invocationId: "i", name: "t" };

test("the tools have their names; the one for upgrades is shown in old chats and not offered", () => {
  expect(Object.keys(tools).sort()).toEqual([
    "change-theme",
    "contact-support-sales-or-send-feedback",
    "create-permanent-guide",
    "create-project",
    "create-team",
    "fetch-blog-posts",
    "fetch-changelogs",
    "get-dashboard-links",
    "get-docs-links",
    "get-page-links",
    "get-team-project-and-plan-info",
    "manage-billing",
    "navigate-to-page",
    "show-upgrade-v2",
    "usage-progress-chart",
  ]);
  const offered = offeredTools(tools)!.map(({ name }) => name);
  expect(offered).toHaveLength(14);
  expect(offered).not.toContain("show-upgrade-v2");
});

test("the tool for permanent guides is offered only to staff, and refuses all others", async () => {
  const refusing = createToolset({ ...surroundings, isStaff: false })["create-permanent-guide"]!;
  expect(await refusing.execute?.({}, call)).toEqual({ error: "You are not authorized to create AI guides." });
  expect(tools["create-permanent-guide"]!.execute).toBeUndefined();
  const offered = (isStaff: boolean) =>
    offeredTools(createToolset({ ...surroundings, isStaff }))!.map(({ name }) => name);
  expect(offered(true)).toContain("create-permanent-guide");
  expect(offered(false)).not.toContain("create-permanent-guide");
  expect(offered(false)).toHaveLength(13);
});

test("every tool takes an object whose members are all required and no others, as some models insist", () => {
  for (const [name, { parameters }] of Object.entries(tools)) {
    const { type, properties, required, additionalProperties } = parameters;
    expect({ name, type, required, additionalProperties }).toEqual({
      name,
      type: "object",
      required: Object.keys(properties as object),
      additionalProperties: false,
    });
  }
});

test("at most 20 pages of the documentation are found", async () => {
  const find = async (query: string) => {
    const result = await tools["get-docs-links"]!.execute!({ query }, call);
    return "data" in result ? (result.data["links"] as readonly unknown[]) : [];
  };
  expect(await find("room")).toHaveLength(20);
  expect(await find("room")).toContainEqual({ title: "Room 0", href: "/docs/rooms/0", path: ["Rooms"] });
  expect(await find("  ")).toEqual([]);
});

test("forms that another message skips say what was canceled", () => {
  const passed = (name: string, args = {}) => tools[name]!.passedOver!(args);
  expect(passed("create-team")).toBe("Cancelled creating team.");
  expect(passed("create-permanent-guide")).toBe("Cancelled creating the guide.");
  expect(passed("create-project")).toBe("You cancelled creating the project.");
  for (const type of ["support", "sales", "feedback"])
    expect(passed("contact-support-sales-or-send-feedback", { type })).toBe(`Cancelled sending ${type} message.`);
});
