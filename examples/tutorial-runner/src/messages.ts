/**
 * What the tutorial's page and its windows say to each other. The window is a page of another origin, and a program of its
 * own; the site imports these types from here.
 */

/** The files of a program by their names; the program is what `App.tsx` exports. */
export type Files = Readonly<Record<string, string>>;

export type Palette = "light" | "dark";

/** Elements of the program's page: those that a selector finds, and of these those that contain a text. */
export interface Target {
  readonly selector: string;
  readonly text?: string;
}

/** What a person would do. */
export type Act =
  | { readonly kind: "click"; readonly on: Target }
  | { readonly kind: "type"; readonly into: Target; readonly text: string }
  /** Moves the pointer to a place of an element, in pixels from its corner. */
  | { readonly kind: "point"; readonly at: Target; readonly x: number; readonly y: number }
  /** Takes the pointer out of an element. */
  | { readonly kind: "leave"; readonly from: Target }
  /** Sends off the form that an element is in. */
  | { readonly kind: "submit"; readonly form: Target };

/** What a person would wait to see. */
export type Sight =
  | { readonly kind: "shown"; readonly target: Target; readonly count?: number }
  /** Every edit has reached the server and come back. */
  | { readonly kind: "settled" };

export type ToWindow =
  | { readonly type: "run"; readonly files: Files; readonly palette: Palette }
  | { readonly type: "wear"; readonly palette: Palette }
  | { readonly type: "act"; readonly id: number; readonly act: Act }
  | { readonly type: "look"; readonly id: number; readonly sight: Sight; readonly withinMs: number };

/** Why a program does not run, and where in it. */
export interface Failure {
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
}

export type FromWindow =
  | { readonly type: "ready" }
  /** The program is on the page. */
  | { readonly type: "ran" }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "answer"; readonly id: number; readonly holds: boolean };
