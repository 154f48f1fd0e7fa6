/** The part of jsdom that is used here; it ships no types of its own. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options: { readonly url: string; readonly pretendToBeVisual?: boolean });
    readonly window: Readonly<Record<string, unknown>>;
  }
}
