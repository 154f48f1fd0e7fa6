import { examples } from "./catalogue.ts";

export function examplesPaths(): string[] {
  return [
    "/examples",
    ...examples.flatMap(({ name }) => [
      `/examples/${name}`,
      `/examples/${name}/react`,
      `/examples/${name}/sources.json`,
    ]),
  ];
}
