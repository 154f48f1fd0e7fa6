import { examples } from "./catalogue.ts";

export function examplesPaths(): string[] {
  return [
    "/examples",
    ...examples.flatMap(({ name, framework }) => [
      `/examples/${name}`,
      `/examples/${name}/${framework.toLowerCase()}`,
      `/examples/${name}/sources.json`,
    ]),
  ];
}
