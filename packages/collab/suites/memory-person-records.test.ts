import { createMemoryPersonRecords } from "./memory-person-records.ts";
import { personRecordsSuite } from "./person-records.suite.ts";

personRecordsSuite(async () => {
  const people = createMemoryPersonRecords();
  return {
    people,
    addPerson: async (person) => people.add(person),
    removePerson: async (id) => people.remove(id),
    addSession: async (id, _person, expiresAt) => people.addSession(id, expiresAt),
    sessions: async () => people.sessions(),
    [Symbol.asyncDispose]: async () => {},
  };
});
