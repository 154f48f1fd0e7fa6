import { expect, test } from "vitest";
import { emptyTool, offeredIn, resultIn, toolFaults } from "./playground-tools.ts";

const tool = { ...emptyTool, name: "get-weather", description: "The weather." };

test("a tool has a unique name and an object schema", () => {
  expect(toolFaults(tool, ["other"])).toEqual({});
  for (const name of ["", "two words", "a".repeat(65), "é"])
    expect(toolFaults({ ...tool, name }, [])).toHaveProperty("name");
  expect(toolFaults(tool, ["get-weather"])).toEqual({ name: "Another tool has this name" });
  for (const parameters of ["", "{", "[]", "null", '"text"'])
    expect(toolFaults({ ...tool, parameters }, [])).toEqual({ parameters: "Enter a JSON object" });
  expect(toolFaults({ ...tool, parameters: '{"type":"string"}' }, [])).toHaveProperty("parameters");
});

test("tools are offered with their schemas, and wait for a result that is an object", () => {
  expect(offeredIn([tool])).toEqual({
    "get-weather": { description: "The weather.", parameters: { type: "object", properties: {} } },
  });
  expect(resultIn('{"degrees":21}')).toEqual({ data: { degrees: 21 } });
  for (const text of ["", "21", "[]", "{"]) expect(resultIn(text)).toBeUndefined();
});
