import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { AccountRecords, ApiKeyRecord, ProjectRecord, SigningKeyRecord } from "../src/accounts/account-records.ts";

/** What every AccountRecords promises. An adapter's test file is one call to this. */
export function accountRecordsSuite(
  open: () => Promise<{ readonly accounts: AccountRecords } & AsyncDisposable>,
): void {
  const project: ProjectRecord = {
    id: "p1" as ProjectId,
    name: "Demo",
    type: "dev",
    createdAt: 1_700_000_000_000,
    publicKeyCreatesRooms: true,
    versionCreationTimeout: false,
    tokenGeneration: 0,
    allowedOrigins: [],
  };
  const apiKey: ApiKeyRecord = {
    project: project.id,
    id: "key_1",
    name: "Server",
    kind: "secret",
    key: "5e884898",
    lastFour: "wxyz",
    createdAt: 5,
    createdBy: "user_1",
    seenInBrowser: false,
    active: true,
  };
  const signingKey: SigningKeyRecord = {
    project: project.id,
    kid: "k1",
    sealedKey: "sealed",
    publicKey: `{"kty":"EC"}`,
    createdAt: 1,
  };

  describe("AccountRecords", () => {
    test("a project is found as it was put, and put again takes its place", async () => {
      await using under = await open();
      expect(await under.accounts.project(project.id)).toBeUndefined();
      await under.accounts.putProject(project);
      expect(await under.accounts.project(project.id)).toEqual(project);
      const changed: ProjectRecord = {
        ...project,
        name: "It's",
        region: "local",
        publicKeyCreatesRooms: false,
        versionCreationTimeout: 30,
        tokenGeneration: 3,
        allowedOrigins: ["https://example.com"],
        deletesAt: 1_700_000_000_500,
      };
      await under.accounts.putProject(changed);
      await under.accounts.putProject({ ...project, id: "p2" as ProjectId });
      expect(await under.accounts.project(project.id)).toEqual(changed);
      expect((await under.accounts.projects()).map(({ id }) => id).sort()).toEqual(["p1", "p2"]);
    });

    test("an API key is found by its kind and text, in whichever project it is", async () => {
      await using under = await open();
      await under.accounts.putApiKey(apiKey);
      await under.accounts.putApiKey({
        ...apiKey,
        id: "key_2",
        project: "p2" as ProjectId,
        key: "other",
        expiresAt: 9,
      });
      expect(await under.accounts.apiKey("secret", apiKey.key)).toEqual(apiKey);
      expect(await under.accounts.apiKey("secret", "other")).toMatchObject({ project: "p2", expiresAt: 9 });
      expect(await under.accounts.apiKey("public", apiKey.key)).toBeUndefined();
      expect(await under.accounts.apiKey("secret", "unknown")).toBeUndefined();
      expect(await under.accounts.apiKeys(project.id)).toEqual([apiKey]);
    });

    test("an API key that is put again is changed, not doubled", async () => {
      await using under = await open();
      await under.accounts.putApiKey(apiKey);
      await under.accounts.putApiKey({ ...apiKey, active: false, expiresAt: 77 });
      expect(await under.accounts.apiKeys(project.id)).toEqual([{ ...apiKey, active: false, expiresAt: 77 }]);
    });

    test("[TM2] an API key and the one it takes the place of are put together, or not at all", async () => {
      await using under = await open();
      await under.accounts.putApiKey(apiKey);
      const next = { ...apiKey, id: "key_2", key: "next", createdAt: apiKey.createdAt + 1 };
      const ended = { ...apiKey, expiresAt: 77 };
      const foreign = { ...ended, project: "p2" as ProjectId };
      await expect(under.accounts.putApiKey(next, {}, foreign)).rejects.toThrow();
      expect(await under.accounts.apiKeys(project.id)).toEqual([apiKey]);
      await under.accounts.putApiKey(next, {}, ended);
      expect(await under.accounts.apiKeys(project.id)).toEqual(expect.arrayContaining([next, ended]));
    });

    test("a use of an API key is noted, outlives its changes, and brings no key back", async () => {
      await using under = await open();
      await under.accounts.putApiKey(apiKey);
      const use = { kind: "secret", key: apiKey.key, inBrowser: false } as const;
      await under.accounts.noteUses([
        { ...use, at: 70, from: "203.0.113.0/24" },
        { ...use, at: 60, inBrowser: true, from: "198.51.100.0/24" },
        { ...use, key: "gone", at: 1 },
      ]);
      await under.accounts.putApiKey({ ...apiKey, name: "Renamed" });
      await under.accounts.noteUses([{ ...use, at: 65 }]);
      expect(await under.accounts.apiKeys(project.id)).toEqual([
        { ...apiKey, name: "Renamed", lastUsedAt: 70, lastUsedFrom: "203.0.113.0/24", seenInBrowser: true },
      ]);
    });

    test("a team's projects are listed, and a deleted one is gone with its keys alone", async () => {
      await using under = await open();
      const other = "p2" as ProjectId;
      await under.accounts.putProject({ ...project, team: "team_1" });
      await under.accounts.putProject({ ...project, id: other, team: "team_2" });
      await under.accounts.putProject({ ...project, id: "p3" as ProjectId });
      expect((await under.accounts.projectsOf("team_1")).map(({ id }) => id)).toEqual([project.id]);
      for (const id of [project.id, other]) {
        await under.accounts.putApiKey({ ...apiKey, project: id, key: `key of ${id}` });
        await under.accounts.putSigningKey({ ...signingKey, project: id });
      }
      await under.accounts.deleteProject(project.id);
      expect(await under.accounts.project(project.id)).toBeUndefined();
      expect(await under.accounts.apiKeys(project.id)).toEqual([]);
      expect(await under.accounts.signingKeys(project.id)).toEqual([]);
      expect(await under.accounts.apiKey("secret", "key of p2")).toMatchObject({ project: other });
      expect(await under.accounts.signingKeys(other)).toHaveLength(1);
    });

    test("a project moves from the team that has it to one that is there", async () => {
      await using under = await open();
      await under.accounts.putProject({ ...project, team: "team_1" });
      expect(await under.accounts.moveProject(project.id, "team_2", "team_1")).toBe(false);
      expect(await under.accounts.moveProject("p9" as ProjectId, "team_1", "team_1")).toBe(false);
      expect((await under.accounts.projectsOf("team_1")).map(({ id }) => id)).toEqual([project.id]);
    });

    test("signing keys are listed newest first, and only those of the project", async () => {
      await using under = await open();
      await under.accounts.putSigningKey(signingKey);
      await under.accounts.putSigningKey({ ...signingKey, kid: "k3", createdAt: 3 });
      await under.accounts.putSigningKey({ ...signingKey, kid: "k2", createdAt: 2 });
      await under.accounts.putSigningKey({ ...signingKey, project: "p2" as ProjectId });
      expect((await under.accounts.signingKeys(project.id)).map(({ kid }) => kid)).toEqual(["k3", "k2", "k1"]);
      await under.accounts.putSigningKey({ ...signingKey, retiredAt: 50 });
      expect(await under.accounts.signingKeys(project.id)).toContainEqual({ ...signingKey, retiredAt: 50 });
    });

    test("a deleted signing key is gone, and its namesake in another project stays", async () => {
      await using under = await open();
      await under.accounts.putSigningKey(signingKey);
      await under.accounts.putSigningKey({ ...signingKey, project: "p2" as ProjectId });
      await under.accounts.deleteSigningKey(project.id, "k1");
      await under.accounts.deleteSigningKey(project.id, "k1");
      expect(await under.accounts.signingKeys(project.id)).toEqual([]);
      expect(await under.accounts.signingKeys("p2" as ProjectId)).toHaveLength(1);
    });
  });
}
