import type { PersonRecord, PersonRecords, PersonSettings } from "../src/teams/person-records.ts";
import { byCodePoint } from "./sort-order.ts";

export interface MemoryPersonRecords extends PersonRecords {
  add(person: PersonRecord): void;
  remove(id: string): void;
  addSession(id: string, expiresAt: number): void;
  sessions(): readonly string[];
}

/** People in memory, with what the sign-in keeps of them. */
export function createMemoryPersonRecords(): MemoryPersonRecords {
  const people = new Map<string, PersonRecord>();
  const settings = new Map<string, PersonSettings>();
  const sessions = new Map<string, number>();
  return {
    add: (person) => void people.set(person.id, person),
    remove(id) {
      people.delete(id);
      settings.delete(id);
    },
    addSession: (id, expiresAt) => void sessions.set(id, expiresAt),
    sessions: () => [...sessions.keys()],
    person: async (id) => people.get(id),
    personByEmail: async (email) => [...people.values()].find((person) => person.email === email),
    async firstPerson() {
      const [first] = [...people.values()].sort((a, b) => a.createdAt - b.createdAt || byCodePoint(a.id, b.id));
      return first?.id;
    },
    async changePerson(id, { firstName, lastName, ...rest }) {
      const before = people.get(id);
      if (before === undefined) return;
      people.set(id, {
        ...before,
        ...rest,
        firstName: firstName ?? before.firstName,
        lastName: lastName ?? before.lastName,
      });
    },
    async dropEndedSessions(now) {
      for (const [id, expiresAt] of sessions) if (expiresAt < now) sessions.delete(id);
    },
    settings: async (id) => settings.get(id) ?? { preferences: {} },
    putSettings: async (id, put) => void settings.set(id, put),
  };
}
