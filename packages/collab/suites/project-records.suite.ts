import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import type { ProjectRecords, ApiKeyRecord, ProjectRecord, SigningKeyRecord } from "../src/projects/project-records.ts";

/** What every ProjectRecords promises. An adapter's test file is one call to this. */
export function projectRecordsSuite(
  open: () => Promise<{ readonly projects: ProjectRecords } & AsyncDisposable>,
): void {
  const project: ProjectRecord = {
    id: "p1" as ProjectId,
    name: "Demo",
    type: "dev",
    createdAt: 1_700_000_000_000,
    updatedAt: 1_700_000_000_000,
    publicKeyCreatesRooms: true,
    versionCreationTimeout: false,
    tokenGeneration: 0,
    allowedOrigins: [],
    revision: 1,
  };
  const second = { ...project, id: "p2" as ProjectId };
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

  describe("ProjectRecords", () => {
    test("a project is found as it was inserted, and as it was changed", async () => {
      await using under = await open();
      expect(await under.projects.find(project.id)).toBeUndefined();
      expect(await under.projects.insertProject(project)).toBe(true);
      expect(await under.projects.insertProject({ ...project, name: "Another" })).toBe(false);
      expect(await under.projects.find(project.id)).toEqual(project);
      const changed: ProjectRecord = {
        ...project,
        name: "It's",
        description: "Drafts\nand notes",
        updatedAt: 1_700_000_000_400,
        region: "local",
        publicKeyCreatesRooms: false,
        versionCreationTimeout: 30,
        tokenGeneration: 3,
        allowedOrigins: ["https://example.com"],
        deletesAt: 1_700_000_000_500,
      };
      expect(await under.projects.updateProject(changed)).toBe(true);
      await under.projects.insertProject(second);
      expect(await under.projects.find(project.id)).toEqual({ ...changed, revision: 2 });
      expect((await under.projects.all()).map(({ id }) => id).sort()).toEqual(["p1", "p2"]);
    });

    test("[AK17] a project is changed, with its keys, only as it was read", async () => {
      await using under = await open();
      const { projects } = under;
      await projects.insertProject(project, undefined, [apiKey]);
      const writes = [
        () => projects.updateProject({ ...project, name: "Late" }),
        () => projects.putApiKeys(project, [{ ...apiKey, name: "Late" }]),
        async () => (await projects.moveProject(project, "team_1")) !== "changed",
      ];
      const changes = [
        () => projects.updateProject({ ...project, name: "Early" }),
        () => projects.putApiKeys({ ...project, revision: 2 }, [{ ...apiKey, name: "Early" }]),
      ];
      for (const change of changes) {
        expect(await change()).toBe(true);
        for (const write of writes) expect(await write()).toBe(false);
      }
      expect(await projects.find(project.id)).toEqual({ ...project, name: "Early", revision: 3 });
      expect(await projects.apiKeys(project.id)).toEqual([{ ...apiKey, name: "Early" }]);
      // Neither is what has never been there.
      expect(await projects.updateProject(second)).toBe(false);
      expect(await projects.putApiKeys(second, [{ ...apiKey, project: second.id, key: "new" }])).toBe(false);
      expect(await projects.apiKey("secret", "new")).toBeUndefined();
    });

    test("an API key is found by its kind and text, in whichever project it is", async () => {
      await using under = await open();
      const other = { ...apiKey, id: "key_2", project: second.id, key: "other", expiresAt: 9 };
      await under.projects.insertProject(project, undefined, [apiKey]);
      await under.projects.insertProject(second, undefined, [other]);
      expect(await under.projects.apiKey("secret", apiKey.key)).toEqual(apiKey);
      expect(await under.projects.apiKey("secret", "other")).toMatchObject({ project: "p2", expiresAt: 9 });
      expect(await under.projects.apiKey("public", apiKey.key)).toBeUndefined();
      expect(await under.projects.apiKey("secret", "unknown")).toBeUndefined();
      expect(await under.projects.apiKeys(project.id)).toEqual([apiKey]);
    });

    test("an API key that is put again is changed, not doubled", async () => {
      await using under = await open();
      await under.projects.insertProject(project, undefined, [apiKey]);
      await under.projects.putApiKeys(project, [{ ...apiKey, active: false, expiresAt: 77 }]);
      expect(await under.projects.apiKeys(project.id)).toEqual([{ ...apiKey, active: false, expiresAt: 77 }]);
    });

    test("[TM2] an API key and the one it takes the place of are put together, or not at all", async () => {
      await using under = await open();
      await under.projects.insertProject(project, undefined, [apiKey]);
      const next = { ...apiKey, id: "key_2", key: "next", createdAt: apiKey.createdAt + 1 };
      const ended = { ...apiKey, expiresAt: 77 };
      const foreign = { ...ended, project: second.id };
      await expect(under.projects.putApiKeys(project, [next, foreign])).rejects.toThrow();
      expect(await under.projects.apiKeys(project.id)).toEqual([apiKey]);
      expect(await under.projects.putApiKeys(project, [next, ended])).toBe(true);
      expect(await under.projects.apiKeys(project.id)).toEqual(expect.arrayContaining([next, ended]));
    });

    test("a use of an API key is noted, outlives its changes, and brings no key back", async () => {
      await using under = await open();
      await under.projects.insertProject(project, undefined, [apiKey]);
      const use = { kind: "secret", key: apiKey.key, inBrowser: false } as const;
      await under.projects.noteUses([
        { ...use, at: 70, from: "203.0.113.0/24" },
        { ...use, at: 60, inBrowser: true, from: "198.51.100.0/24" },
        { ...use, key: "gone", at: 1 },
      ]);
      await under.projects.putApiKeys(project, [{ ...apiKey, name: "Renamed" }]);
      await under.projects.noteUses([{ ...use, at: 65 }]);
      expect(await under.projects.apiKeys(project.id)).toEqual([
        { ...apiKey, name: "Renamed", lastUsedAt: 70, lastUsedFrom: "203.0.113.0/24", seenInBrowser: true },
      ]);
    });

    test("a team's projects are listed, and a deleted one is gone with its keys alone", async () => {
      await using under = await open();
      const other = "p2" as ProjectId;
      await under.projects.insertProject({ ...project, team: "team_1" });
      await under.projects.insertProject({ ...project, id: other, team: "team_2" });
      await under.projects.insertProject({ ...project, id: "p3" as ProjectId });
      expect((await under.projects.ofTeam("team_1")).map(({ id }) => id)).toEqual([project.id]);
      for (const id of [project.id, other]) {
        await under.projects.putApiKeys({ ...project, id }, [{ ...apiKey, project: id, key: `key of ${id}` }]);
        await under.projects.insertSigningKey({ ...signingKey, project: id });
      }
      await under.projects.deleteProject(project.id);
      expect(await under.projects.find(project.id)).toBeUndefined();
      expect(await under.projects.apiKeys(project.id)).toEqual([]);
      expect(await under.projects.signingKeys(project.id)).toEqual([]);
      expect(await under.projects.apiKey("secret", "key of p2")).toMatchObject({ project: other });
      expect(await under.projects.signingKeys(other)).toHaveLength(1);
    });

    test("[MT4] pages of a team's projects show each once, newest first, without those that are being deleted", async () => {
      await using under = await open();
      const put = (id: string, change: Partial<ProjectRecord>) =>
        under.projects.insertProject({ ...project, team: "team_1", ...change, id: id as ProjectId });
      for (const [n, id] of ["a", "b", "c", "d", "e"].entries())
        await put(id, { createdAt: Math.floor(n / 2), name: n % 2 === 0 ? "Even" : "even" });
      await put("closed", { createdAt: 1, deletesAt: 5 });
      await put("foreign", { createdAt: 1, team: "team_2" });
      for (const limit of [1, 2, 5, 6]) {
        const found: ProjectRecord[] = [];
        for (;;) {
          const page = await under.projects.list("team_1", { limit, after: found.at(-1) });
          found.push(...page);
          if (page.length < limit) break;
        }
        expect(found.map(({ id }) => id)).toEqual(["e", "d", "c", "b", "a"]);
      }
      const named = async (...names: string[]) =>
        (await under.projects.list("team_1", { limit: 9, names })).map(({ id }) => id);
      expect(await named("Even")).toEqual(["e", "c", "a"]);
      expect(await named("Even", "even")).toEqual([]);
      expect(await named("Eve")).toEqual([]);
    });

    test("a project moves only to a team that is there", async () => {
      await using under = await open();
      await under.projects.insertProject({ ...project, team: "team_1" });
      expect(await under.projects.moveProject(second, "team_1")).not.toBe("moved");
      expect((await under.projects.ofTeam("team_1")).map(({ id }) => id)).toEqual([project.id]);
    });

    test("signing keys are listed newest first, and only those of the project", async () => {
      await using under = await open();
      await under.projects.insertSigningKey(signingKey);
      await under.projects.insertSigningKey({ ...signingKey, kid: "k3", createdAt: 3 });
      await under.projects.insertSigningKey({ ...signingKey, kid: "k2", createdAt: 2 });
      await under.projects.insertSigningKey({ ...signingKey, project: "p2" as ProjectId });
      expect((await under.projects.signingKeys(project.id)).map(({ kid }) => kid)).toEqual(["k3", "k2", "k1"]);
      await under.projects.retireSigningKey(project.id, "k1", 50);
      expect(await under.projects.signingKeys(project.id)).toContainEqual({ ...signingKey, retiredAt: 50 });
    });

    test("a deleted signing key is gone, and its namesake in another project stays", async () => {
      await using under = await open();
      await under.projects.insertSigningKey(signingKey);
      await under.projects.insertSigningKey({ ...signingKey, project: "p2" as ProjectId });
      await under.projects.deleteSigningKey(project.id, "k1");
      await under.projects.deleteSigningKey(project.id, "k1");
      // A server that read it before retires it after.
      await under.projects.retireSigningKey(project.id, "k1", 50);
      expect(await under.projects.signingKeys(project.id)).toEqual([]);
      expect(await under.projects.signingKeys("p2" as ProjectId)).toHaveLength(1);
    });
  });
}
