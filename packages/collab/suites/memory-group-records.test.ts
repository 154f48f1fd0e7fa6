import { groupRecordsSuite } from "./group-records.suite.ts";
import { createMemoryGroupRecords } from "./memory-group-records.ts";

groupRecordsSuite(async () => {
  const groups = createMemoryGroupRecords();
  return {
    groups,
    createProject: async () => {},
    deleteProject: async (project) => groups.deleteProject(project),
    [Symbol.asyncDispose]: async () => {},
  };
});
