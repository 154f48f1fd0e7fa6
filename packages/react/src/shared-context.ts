import { createContext, version } from "react";
import type { Context } from "react";

/**
 * One context for all copies of this package in a page: where an application installs it under another name, what it depends on finds a
 * copy under its own. Contexts of two versions of React are not the same.
 */
export function sharedContext<T>(name: string, initial: T): Context<T> {
  const key = Symbol.for(`weft.react.${name}.${version}`);
  const contexts = globalThis as { [key: symbol]: Context<T> | undefined };
  return (contexts[key] ??= createContext(initial));
}
