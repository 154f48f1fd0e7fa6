import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { navigateTo } from "./navigate.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const origin = "https://weft.example";

function site(...statuses: number[]) {
  const asked: string[] = [];
  const go = vi.fn<(href: string) => void>();
  const answer = (async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return new Response(null, { status: statuses.shift() ?? 200 });
  }) as unknown as typeof fetch;
  return { asked, go, navigation: { origin, fetch: answer, go } };
}

test.each(["/docs/platform/webhooks#replay", "/dashboard", "/docs?x=1", "/dashboard/team_1/settings/billing"])(
  "%s is gone to, after the assistant was answered",
  async (url) => {
    const { go, navigation, asked } = site();
    expect(await navigateTo(url, navigation)).toMatchObject({ data: { navigatedTo: url } });
    expect(asked).toEqual([`HEAD ${url.split("#")[0]}`]);
    expect(go).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(go).toHaveBeenCalledWith(url);
  },
);

test.each([
  "docs/platform",
  "/examples",
  "//evil.example/docs",
  "/docs/../sign-out",
  "/docsomething",
  "/dashboards",
  "",
])("%j is refused without being asked for", async (url) => {
  const { go, navigation, asked } = site();
  expect(await navigateTo(url, navigation)).toEqual({
    error: "The relative URL must start with /docs or /dashboard",
  });
  vi.runAllTimers();
  expect([asked, go.mock.calls]).toEqual([[], []]);
});

test("a missing page is not opened, and the assistant receives the status", async () => {
  const { go, navigation } = site(404);
  expect(await navigateTo("/docs/nope", navigation)).toEqual({
    error: "Failed to redirect, status code 404. Try again with different parameters.",
  });
  vi.runAllTimers();
  expect(go).not.toHaveBeenCalled();
});

test("a server without HEAD is asked with GET", async () => {
  const { asked, navigation } = site(405, 200);
  expect(await navigateTo("/docs", navigation)).toMatchObject({ data: { navigatedTo: "/docs" } });
  expect(asked).toEqual(["HEAD /docs", "GET /docs"]);
});

test("a redirect that leaves the docs and the dashboard is refused", async () => {
  const { navigation } = site();
  const elsewhere = Object.assign(new Response(), {});
  Object.defineProperties(elsewhere, { redirected: { value: true }, url: { value: `${origin}/sign-out` } });
  expect(await navigateTo("/docs/old", { ...navigation, fetch: async () => elsewhere })).toHaveProperty("error");
});
