import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { openServer } from "./server.ts";

test("the demo project belongs to the first account, and stays deleted", async () => {
  const data = await mkdtemp(join(tmpdir(), "weft-demo-"));
  const start = () =>
    openServer(readConfig({ WEFT_PORT: "0", WEFT_DATA: data, WEFT_LOG: "silent" }), pino({ level: "silent" }));
  try {
    {
      await using server = await start();
      expect(server.demo?.created).toBe(true);
      const call = (method: string, path: string, body: object, cookie = "") =>
        fetch(server.url + path, {
          method,
          headers: { origin: server.url, "x-weft-csrf": "1", "content-type": "application/json", cookie },
          body: JSON.stringify(body),
        });
      const person = { email: "ada@weft.test", password: "correct horse battery", firstName: "Ada", lastName: "L" };
      await call("POST", "/internal/auth/sign-up/email", { ...person, teamName: "Engines" });
      const signedIn = await call("POST", "/internal/auth/sign-in/email", person);
      const cookie = signedIn.headers.getSetCookie()[0]!.split(";", 1)[0]!;
      const deleted = await call("DELETE", "/internal/projects/demo", { displayName: "Demo" }, cookie);
      expect(await deleted.json()).toEqual({ done: true });
    }
    await using again = await start();
    expect(again.demo).toBeUndefined();
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});
