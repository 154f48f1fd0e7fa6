/** Inputs that readers have to take: texts in every script, in every encoding, files that lie, proxies, variables. */
export * from "./encoded-texts.ts";
export * from "./lying-files.ts";
export * from "./surroundings.ts";
export * from "./texts.ts";
