import type { SigningKeyRecord } from "@weft/collab";
import { farInstant } from "@weft/collab/suites/sort-order.ts";
import { newProject, newWebhookEndpoint } from "@weft/collab/suites/webhook-records.suite.ts";
import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { adapters } from "./testing/adapters.ts";

const one = "p1" as ProjectId;
const other = "p2" as ProjectId;

function signingKey(kid: string, change: Partial<SigningKeyRecord> = {}): SigningKeyRecord {
  return { project: one, kid, sealedKey: `sealed ${kid}`, publicKey: `{"kty":"EC"}`, createdAt: farInstant, ...change };
}

describe.each(adapters)("%s", (_, open) => {
  describe("KeyCheck", () => {
    test("a new database has no check, and nothing that was sealed", async () => {
      await using under = await open();
      const { keyCheck } = under.store;
      expect([await keyCheck.read(), await keyCheck.anySealed()]).toEqual([undefined, undefined]);
    });

    test("a check is read as it was written last", async () => {
      await using under = await open();
      const { keyCheck } = under.store;
      const check = `v1.It's "sealed" \\ 😀.${"A".repeat(10_000)}`;
      await keyCheck.write(check);
      expect(await keyCheck.read()).toBe(check);
      await keyCheck.write("next");
      await keyCheck.write("next");
      expect(await keyCheck.read()).toBe("next");
      // A check is not one of the texts that were sealed before it.
      expect(await keyCheck.anySealed()).toBeUndefined();
    });

    test("of checks that are written at the same time, one stays whole", async () => {
      await using under = await open();
      const { keyCheck } = under.store;
      const checks = Array.from({ length: 10 }, (__, n) => `check ${n}`);
      await Promise.all(checks.map((check) => keyCheck.write(check)));
      expect(checks).toContain(await keyCheck.read());
    });

    test("of what was sealed, the newest signing key of all projects is read, until it is deleted", async () => {
      await using under = await open();
      const { keyCheck, projects } = under.store;
      await projects.insertSigningKey(signingKey("newest", { project: other, createdAt: farInstant + 1 }));
      await projects.insertSigningKey(signingKey("oldest", { createdAt: 1 }));
      await projects.insertSigningKey(signingKey("retired", { retiredAt: farInstant + 2 }));
      expect(await keyCheck.anySealed()).toBe("sealed newest");
      const renewed = { project: other, createdAt: farInstant + 1, sealedKey: "sealed anew" };
      await projects.deleteSigningKey(other, "newest");
      await projects.insertSigningKey(signingKey("newest", renewed));
      expect(await keyCheck.anySealed()).toBe("sealed anew");
      await projects.deleteSigningKey(other, "newest");
      expect(await keyCheck.anySealed()).toBe("sealed retired");
      await projects.deleteSigningKey(one, "retired");
      expect(await keyCheck.anySealed()).toBe("sealed oldest");
      await projects.deleteSigningKey(one, "oldest");
      expect(await keyCheck.anySealed()).toBeUndefined();
      expect(await keyCheck.read()).toBeUndefined();
    });

    test("to write a check leaves the signing keys; to replace it deletes those of all projects", async () => {
      await using under = await open();
      const { keyCheck, projects } = under.store;
      const keys = [signingKey("k1"), signingKey("k2", { project: other, retiredAt: 2 })];
      for (const key of keys) await projects.insertSigningKey(key);
      await keyCheck.write("first");
      expect([await projects.signingKeys(one), await projects.signingKeys(other)]).toEqual([[keys[0]], [keys[1]]]);
      await keyCheck.replace("second");
      expect(await keyCheck.read()).toBe("second");
      expect([await projects.signingKeys(one), await projects.signingKeys(other)]).toEqual([[], []]);
      expect(await keyCheck.anySealed()).toBeUndefined();
      // Keys that are sealed under the next master key stay, until it is replaced as well.
      await projects.insertSigningKey(signingKey("k3"));
      expect(await keyCheck.anySealed()).toBe("sealed k3");
      await keyCheck.replace("third");
      expect([await keyCheck.read(), await keyCheck.anySealed()]).toEqual(["third", undefined]);
    });

    test("to replace a check disables webhook endpoints, whose secrets are lost", async () => {
      await using under = await open();
      const { keyCheck, webhooks, projects } = under.store;
      await projects.insertProject(newProject(one));
      const endpoint = newWebhookEndpoint({ project: one, sealedPreviousSecret: "older", previousSecretUntil: 9 });
      await webhooks.insertEndpoint(endpoint, 1);
      await keyCheck.write("first");
      expect(await webhooks.endpoint(endpoint)).toMatchObject({ sealedSecret: "sealed", disabled: false });
      await keyCheck.replace("second");
      expect(await webhooks.endpoint(endpoint)).toMatchObject({
        sealedSecret: "",
        sealedPreviousSecret: undefined,
        disabled: true,
      });
    });

    test("a database without a check takes one by replacing it", async () => {
      await using under = await open();
      const { keyCheck } = under.store;
      await keyCheck.replace("first");
      expect(await keyCheck.read()).toBe("first");
    });

    test("a replacement that fails changes nothing", async () => {
      await using under = await open();
      const { keyCheck, projects } = under.store;
      await projects.insertSigningKey(signingKey("k1"));
      await keyCheck.write("first");
      // There is no such check: the database refuses to write it.
      await expect(keyCheck.replace(null as never)).rejects.toThrow();
      expect([await keyCheck.read(), await keyCheck.anySealed()]).toEqual(["first", "sealed k1"]);
    });

    test("of replacements at the same time, each is whole: one check stays, and no key", async () => {
      await using under = await open();
      const { keyCheck, projects } = under.store;
      for (const kid of ["k1", "k2"]) await projects.insertSigningKey(signingKey(kid));
      const checks = Array.from({ length: 10 }, (__, n) => `check ${n}`);
      await Promise.all(checks.map((check) => keyCheck.replace(check)));
      expect(checks).toContain(await keyCheck.read());
      expect(await keyCheck.anySealed()).toBeUndefined();
    });
  });
});
