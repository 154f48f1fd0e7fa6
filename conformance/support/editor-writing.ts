/** How users write in the pages of editors, of ours and of the official ones. */
import { Liveblocks } from "@liveblocks/node";
import { openTestData, spawnServer } from "@weft/testkit";
import type { TestServer } from "@weft/testkit";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import type { Lobby } from "./lobby.ts";
import type { UiPage, UiPages } from "./ui-pages.ts";

type Shown = Pick<UiPage, "page">;

/** The editor of a page. */
export const textOf = ({ page }: Shown): Locator => page.locator("main [contenteditable=true]").first();

/** A browser reports a moved caret to the page in its next frame; users do not type that fast. */
export const caretSeen = ({ page }: { readonly page: Page }): Promise<unknown> =>
  page.evaluate("new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))");

/** The notifications of a user who was mentioned in the text of a room. */
export async function textMentionsOf(lobby: Lobby, userId: string, roomId: string) {
  const { data } = await lobby.api.getInboxNotifications({ userId });
  return data.filter((one) => one.kind === "textMention" && one.roomId === roomId);
}

/** Opens the page of a user who may write in every room. White text is not readable on the color of Bob. */
export const openAs = (pages: UiPages, server: TestServer, roomId: string, userId: string): Promise<UiPage> =>
  pages.open({
    baseUrl: server.url,
    roomId,
    async authorize() {
      const userInfo = { name: `User ${userId}`, color: userId === "bob" ? "#f9e547" : "#1d3f8f" };
      const session = new Liveblocks({ baseUrl: server.url, secret: server.secretKey }).prepareSession(userId, {
        userInfo,
      });
      session.allow("*", ["*:write"] as never);
      return JSON.parse((await session.authorize()).body) as { token: string };
    },
  });

export interface KilledWhileWritingOptions {
  readonly pages: UiPages;
  /** Puts the caret at the end of the text. */
  readonly toEnd: (user: UiPage) => Promise<void>;
  /** Waits until the users read these lines. */
  readonly allRead: (lines: readonly [string, string?], ...users: readonly UiPage[]) => Promise<void>;
}

/** The server is killed while two users write a line each. Another one begins, and has what both wrote, after a reload too. */
export async function expectKeptWhenKilled({ pages, toEnd, allRead }: KilledWhileWritingOptions): Promise<void> {
  await using data = await openTestData();
  await using server = await spawnServer({ data });
  const apiOf = ({ url, secretKey }: TestServer) => new Liveblocks({ baseUrl: url, secret: secretKey });
  await apiOf(server).createRoom("r", { defaultAccesses: ["*:write"] as never });
  const [alice, bob] = [await openAs(pages, server, "r", "alice"), await openAs(pages, server, "r", "bob")];
  await textOf(alice).click();
  await alice.page.keyboard.type("A: ");
  await allRead(["A:"], bob);
  await toEnd(bob);
  await bob.page.keyboard.press("Enter");
  await bob.page.keyboard.type("B: ");
  await allRead(["A: ", "B:"], alice, bob);
  const lines = ["one two three four five six", "seven eight nine ten eleven"] as const;
  const writing = [alice.page.keyboard.type(lines[0], { delay: 5 }), bob.page.keyboard.type(lines[1], { delay: 5 })];
  await server.kill();
  await Promise.all(writing);
  await using next = await spawnServer({ data, port: server.port });
  const whole = [`A: ${lines[0]}`, `B: ${lines[1]}`] as const;
  await allRead(whole, alice, bob);
  await eventually(async () => {
    const text = JSON.stringify(await apiOf(next).getYjsDocument("r"));
    for (const line of lines) expect(text).toContain(line);
    expect(text).toMatch(/one two three.*eleven/u);
  });
  await bob.page.reload();
  await bob.page.locator("output", { hasText: "ready" }).waitFor();
  await allRead(whole, bob);
}
