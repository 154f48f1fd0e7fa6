/** The part of jsdom that is used here; it ships no types of its own. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options: { readonly url: string });
    readonly window: Readonly<Record<string, unknown>>;
  }
}
