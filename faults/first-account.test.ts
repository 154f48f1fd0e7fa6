import { startServer } from "@weft/testkit";
import { expect, test } from "vitest";

test.for(["open", "invited"] as const)(
  "[AK16] of 16 sign-ups at once on a new server with WEFT_SIGN_UP=%s, one owns it",
  async (signUp) => {
    await using server = await startServer({ env: { WEFT_SIGN_UP: signUp } });
    const call = (path: string, body: object) =>
      fetch(`${server.url}/internal/auth/${path}`, {
        method: "POST",
        headers: { origin: server.url, "x-weft-csrf": "1", "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const people = Array.from({ length: 16 }, (_, n) => ({
      email: `person-${n}@weft.test`,
      password: "correct horse battery",
      firstName: "Ada",
    }));
    const statuses = (await Promise.all(people.map((person) => call("sign-up/email", person)))).map(
      ({ status }) => status,
    );
    const created = signUp === "open" ? 16 : 1;
    expect(statuses.filter((status) => status === 200)).toHaveLength(created);
    expect(statuses.filter((status) => status === 403)).toHaveLength(16 - created);
    const verified: boolean[] = [];
    for (const [n, person] of people.entries()) {
      if (statuses[n] !== 200) continue;
      const answer = await call("sign-in/email", person);
      verified.push(((await answer.json()) as { user: { emailVerified: boolean } }).user.emailVerified);
    }
    expect(verified.filter(Boolean)).toHaveLength(1);
  },
);
