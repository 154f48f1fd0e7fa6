import { describe, expect, test } from "vitest";
import type { PersonRecord, PersonRecords, PersonSettings } from "../src/teams/person-records.ts";
import { farInstant, textsInOrder } from "./sort-order.ts";

export interface PersonRecordsUnderTest extends AsyncDisposable {
  readonly people: PersonRecords;
  /** Makes an account, as the sign-in does. */
  addPerson(person: PersonRecord): Promise<void>;
  /** Ends an account, as the sign-in does, with everything that is kept of it. */
  removePerson(id: string): Promise<void>;
  addSession(id: string, person: string, expiresAt: number): Promise<void>;
  /** The ids of all sign-ins, in any order. */
  sessions(): Promise<readonly string[]>;
}

function newPerson(id: string, change: Partial<PersonRecord> = {}): PersonRecord {
  return {
    id,
    email: `${Buffer.from(id).toString("hex")}@weft.test`,
    emailVerified: true,
    firstName: "Ada",
    lastName: "Lovelace",
    twoFactorEnabled: false,
    createdAt: 1_000,
    ...change,
  };
}

const image = `data:image/png;base64,${"A".repeat(150_000)}`;
const nothing: PersonSettings = { preferences: {} };

/** What every PersonRecords promises. An adapter's test file is one call to this. */
export function personRecordsSuite(open: () => Promise<PersonRecordsUnderTest>): void {
  describe("PersonRecords", () => {
    test("a person is found as the sign-in made them, by exactly their id", async () => {
      await using under = await open();
      expect(await under.people.person("ada")).toBeUndefined();
      const full = newPerson("ada", {
        firstName: `It's "Ada" \\`,
        lastName: "😀 é",
        image,
        twoFactorEnabled: true,
        createdAt: farInstant,
      });
      const bare = newPerson("bob", { lastName: "", emailVerified: false, createdAt: 0 });
      for (const person of [full, bare]) await under.addPerson(person);
      expect(await under.people.person("ada")).toEqual(full);
      expect(await under.people.person("bob")).toEqual(bare);
      for (const id of ["", "Ada", "ada ", "ad%", "a_a"]) expect(await under.people.person(id)).toBeUndefined();
    });

    test("the first person is the one whose account was made first, and of one instant the lowest id", async () => {
      await using under = await open();
      expect(await under.people.firstPerson()).toBeUndefined();
      for (const id of textsInOrder.toSorted()) await under.addPerson(newPerson(id, { createdAt: farInstant }));
      // From the lowest on, one after another goes.
      for (const id of textsInOrder) {
        expect(await under.people.firstPerson()).toBe(id);
        await under.removePerson(id);
      }
      expect(await under.people.firstPerson()).toBeUndefined();
      // Instants are compared as numbers: these have ever more digits.
      for (const createdAt of [farInstant, 1_000_000_000_000, 999_999_999_999, 1_000, 5, 0]) {
        await under.addPerson(newPerson(`at ${createdAt}`, { createdAt }));
        expect(await under.people.firstPerson()).toBe(`at ${createdAt}`);
      }
    });

    test("names and picture change one by one, of one person alone", async () => {
      await using under = await open();
      const { people } = under;
      const [ada, bob] = [newPerson("ada"), newPerson("bob", { image })];
      for (const person of [ada, bob]) await under.addPerson(person);
      await people.changePerson("ada", { image });
      expect(await people.person("ada")).toEqual({ ...ada, image });
      await people.changePerson("ada", { lastName: "" });
      await people.changePerson("ada", { firstName: "😀 O'Neil" });
      expect(await people.person("ada")).toEqual({ ...ada, firstName: "😀 O'Neil", lastName: "", image });
      await people.changePerson("ada", { firstName: "A", lastName: "L", image: undefined });
      expect(await people.person("ada")).toEqual({ ...ada, firstName: "A", lastName: "L" });
      await people.changePerson("ada", {});
      expect(await people.person("ada")).toEqual({ ...ada, firstName: "A", lastName: "L" });
      await people.changePerson("nobody", { firstName: "N" });
      expect(await people.person("nobody")).toBeUndefined();
      expect(await people.person("bob")).toEqual(bob);
    });

    test("a person is found by their address", async () => {
      await using under = await open();
      const ada = newPerson("ada");
      for (const person of [ada, newPerson("bob")]) await under.addPerson(person);
      expect(await under.people.personByEmail(ada.email)).toEqual(ada);
      expect(await under.people.personByEmail("none@weft.test")).toBeUndefined();
    });

    test("settings are empty until they are put, and are put whole", async () => {
      await using under = await open();
      const { people } = under;
      for (const id of ["ada", "bob"]) await under.addPerson(newPerson(id));
      expect(await people.settings("ada")).toEqual(nothing);
      expect(await people.settings("nobody")).toEqual(nothing);
      const settings: PersonSettings = {
        preferences: {
          theme: "dark",
          density: "compact",
          timeZone: "utc",
          singleKeyShortcuts: false,
          usageAlerts: true,
        },
        lastTeam: "team_1",
        lastProject: "demo",
      };
      await people.putSettings("ada", settings);
      expect(await people.settings("ada")).toEqual(settings);
      await people.putSettings("ada", { preferences: { theme: "light" }, lastTeam: "team_2" });
      expect(await people.settings("ada")).toEqual({ preferences: { theme: "light" }, lastTeam: "team_2" });
      await people.putSettings("ada", nothing);
      expect(await people.settings("ada")).toEqual(nothing);
      expect(await people.settings("bob")).toEqual(nothing);
    });

    test("settings that are put at the same time are one of both, and never a mixture", async () => {
      await using under = await open();
      await under.addPerson(newPerson("ada"));
      const both: PersonSettings[] = [
        { preferences: { theme: "dark" }, lastTeam: "team_1" },
        { preferences: { density: "compact" }, lastProject: "proj_2" },
      ];
      await Promise.all(both.map((settings) => under.people.putSettings("ada", settings)));
      expect(both).toContainEqual(await under.people.settings("ada"));
    });

    test("with an account its settings go, and one that is made anew under its id begins without", async () => {
      await using under = await open();
      await under.addPerson(newPerson("ada"));
      await under.people.putSettings("ada", { preferences: { theme: "dark" }, lastTeam: "team_1" });
      await under.removePerson("ada");
      expect([await under.people.person("ada"), await under.people.settings("ada")]).toEqual([undefined, nothing]);
      await under.addPerson(newPerson("ada"));
      expect(await under.people.settings("ada")).toEqual(nothing);
    });

    test("sign-ins that ended before an instant are deleted, and no others", async () => {
      await using under = await open();
      for (const id of ["ada", "bob"]) await under.addPerson(newPerson(id));
      await under.people.dropEndedSessions(farInstant);
      const ends: Readonly<Record<string, number>> = {
        long: 999,
        before: farInstant - 1,
        exactly: farInstant,
        after: farInstant + 1,
      };
      for (const person of ["ada", "bob"])
        for (const [name, expiresAt] of Object.entries(ends))
          await under.addSession(`${person} ${name}`, person, expiresAt);
      await under.people.dropEndedSessions(999);
      expect(await under.sessions()).toHaveLength(8);
      await under.people.dropEndedSessions(farInstant);
      expect([...(await under.sessions())].sort()).toEqual(["ada after", "ada exactly", "bob after", "bob exactly"]);
      expect(await under.people.person("ada")).toBeDefined();
    });
  });
}
