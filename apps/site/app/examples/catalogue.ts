export { examples, features, findExample, frameworks } from "@weft/example-catalogue";
export type { Example } from "@weft/example-catalogue";
