/** What follows from the types that an application declares. */
import type { AppActivities } from "@weft/client";

/** The kind of an application's own notifications. */
export type CustomKind = `$${string}`;

/** The kinds of an application's own notifications, if it declares them. */
export type AppKind = keyof AppActivities;

/** Required where the application's type has required members. */
export type OptionalUnlessRequired<C, T> =
  Record<string, never> extends C ? Partial<T> : [C] extends [never] ? Partial<T> : T;
/** An argument that may be left out, unless the application's type has required members. */
export type OptionalArgument<C, T> =
  Record<string, never> extends C ? [options?: T] : [C] extends [never] ? [options?: T] : [options: T];
