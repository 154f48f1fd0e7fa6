import { existsSync } from "node:fs";
import { join } from "node:path";
import { fastify } from "fastify";
import { expect, test, vi } from "vitest";
import { serveSite, siteFolder } from "./site.ts";

const isBuilt = existsSync(join(siteFolder, "index.html"));

test.runIf(isBuilt)("whoever asks is looked at for pages of the dashboard alone", async () => {
  const app = fastify();
  const pageExists = vi.fn<(path: string) => Promise<boolean>>(async (path) => path !== "/dashboard/nothing");
  const { hasShell } = await serveSite(app, { publicUrl: "http://weft.test", secure: false, pageExists });
  expect(hasShell).toBe(true);
  const statusOf = async (url: string) => (await app.inject({ url, headers: { cookie: "a=b" } })).statusCode;
  for (const path of ["/sign-in", "/sign-in/two-factor", "/sign-up?next=%2F", "/accept-invitation/secret", "/docs"])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect(pageExists).not.toHaveBeenCalled();
  expect([await statusOf("/dashboard"), await statusOf("/dashboard/nothing?a=b")]).toEqual([200, 404]);
  expect(pageExists.mock.calls.map(([path]) => path)).toEqual(["/dashboard", "/dashboard/nothing"]);
  await app.close();
});

if (!isBuilt) console.log("The site is not built: who is looked at for its pages is tried where it is.");
