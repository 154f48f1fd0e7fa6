import type { ApiKeyRecord, ProjectRecord } from "@weft/collab";
import { teamRecordsSuite } from "@weft/collab/suites/team-records.suite.ts";
import type { ProjectId } from "@weft/protocol";
import { describe, expect, test } from "vitest";
import { adapters } from "../testing/adapters.ts";
import { addPeople } from "../testing/add-person.ts";

describe.each(adapters)("%s", (_, open) => {
  teamRecordsSuite(async () => {
    const { store, ...resource } = await open();
    await addPeople(store, "ada", "bob", "cleo");
    return { teams: store.teams, audit: store.audit, ...resource };
  });

  test("a team that has projects stays", async () => {
    await using under = await open();
    const { teams, projects } = under.store;
    await addPeople(under.store, "ada", "bob", "cleo");
    const noted = (...ids: string[]) => ({
      audit: ids.map((id) => ({ team: "team_1", id, at: 1, action: "test" })),
    });
    await teams.insertTeam({ id: "team_1", name: "Engines", plan: "Free", createdAt: 1 }, "ada", noted("a"));
    const id = "p1" as ProjectId;
    await projects.insertProject({
      id,
      team: "team_1",
      name: "One",
      type: "dev",
      createdAt: 1,
      updatedAt: 1,
      publicKeyCreatesRooms: false,
      versionCreationTimeout: false,
      tokenGeneration: 0,
      allowedOrigins: [],
    });
    expect(await teams.deleteTeam("team_1", noted("b"))).toBe(false);
    await projects.deleteProject(id);
    expect(await teams.deleteTeam("team_1", noted("b"))).toBe(true);
  });

  test("[TM2] a change of a project or a key and its entry are written together, or neither is", async () => {
    await using under = await open();
    const { projects, audit } = under.store;
    const noted = (...ids: string[]) => ({
      audit: ids.map((id) => ({ team: "team_1", id, at: 1, action: "test" })),
    });
    const project: ProjectRecord = {
      id: "p1" as ProjectId,
      team: "team_1",
      name: "One",
      type: "dev",
      createdAt: 1,
      updatedAt: 1,
      publicKeyCreatesRooms: false,
      versionCreationTimeout: false,
      tokenGeneration: 0,
      allowedOrigins: [],
      revision: 1,
    };
    const key: ApiKeyRecord = {
      project: project.id,
      id: "key_1",
      name: "Server",
      kind: "secret",
      key: "hash",
      lastFour: "wxyz",
      createdAt: 1,
      seenInBrowser: false,
      active: true,
    };
    await addPeople(under.store, "ada", "bob", "cleo");
    await under.store.teams.insertTeam({ id: "team_2", name: "Two", plan: "Free", createdAt: 1 }, "ada", noted("0"));
    await projects.insertProject(project, noted("1"));
    expect(await projects.putApiKeys(project, [key], noted("2"))).toBe(true);
    const told = async () => (await audit.list("team_1", { limit: 9 })).map(({ id }) => id);
    expect(await told()).toEqual(["2", "1", "0"]);
    // An id that is taken: the entry fails, and everything with it.
    const taken = noted("1");
    const present = { ...project, revision: 2 };
    await expect(projects.insertProject({ ...project, id: "p2" as ProjectId }, taken)).rejects.toThrow();
    await expect(projects.updateProject({ ...present, name: "Other" }, taken)).rejects.toThrow();
    await expect(projects.putApiKeys(present, [{ ...key, name: "Other" }], taken)).rejects.toThrow();
    await expect(projects.moveProject(present, "team_2", taken)).rejects.toThrow();
    await expect(projects.deleteProject(project.id, taken)).rejects.toThrow();
    expect(await projects.all()).toEqual([present]);
    expect(await projects.apiKeys(project.id)).toMatchObject([{ name: "Server" }]);
    // What is refused tells nothing.
    expect(await projects.insertProject(project, noted("3"))).toBe(false);
    expect(await projects.updateProject(project, noted("3"))).toBe(false);
    expect(await projects.moveProject(project, "team_2", noted("3"))).toBe("changed");
    expect(await projects.moveProject(present, "team_9", noted("3"))).toBe("missingTeam");
    expect(await projects.moveProject(present, "team_2", noted("4", "5"))).toBe("moved");
    await projects.deleteProject(project.id, noted("6"));
    expect(await told()).toEqual(["6", "5", "4", "2", "1", "0"]);
  });

  test("a person's settings are kept whole, and names and picture change one by one", async () => {
    await using under = await open();
    await addPeople(under.store, "ada", "bob", "cleo");
    const { people } = under.store;
    expect(await people.firstPerson()).toBe("ada");
    expect(await people.settings("ada")).toEqual({ preferences: {} });
    const settings = { preferences: { theme: "dark" }, lastTeam: "team_1", lastProject: "demo" } as const;
    await people.putSettings("ada", { preferences: {} });
    await people.putSettings("ada", settings);
    expect(await people.settings("ada")).toEqual(settings);
    await people.changePerson("ada", { image: "data:" });
    await people.changePerson("ada", { lastName: "Lovelace" });
    expect(await people.person("ada")).toMatchObject({ firstName: "ada", lastName: "Lovelace", image: "data:" });
    await people.changePerson("ada", { image: undefined });
    expect(await people.person("ada")).not.toMatchObject({ image: "data:" });
    expect(await people.person("nobody")).toBeUndefined();
  });
});
