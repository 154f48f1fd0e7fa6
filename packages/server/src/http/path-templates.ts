/** Finds the templates that a path matches, for answers to a wrong method. */
export class PathTemplates<R> {
  readonly #templates = new Map<
    string,
    { readonly segments: readonly string[]; readonly methods: Map<string, R | undefined> }
  >();

  add(method: string, template: string, route: R | undefined) {
    let entry = this.#templates.get(template);
    if (entry === undefined)
      this.#templates.set(template, (entry = { segments: template.split("/"), methods: new Map() }));
    entry.methods.set(method, route);
  }

  /** The methods of every template that matches the raw path; undefined if none does. */
  match(url: string): ReadonlyMap<string, R | undefined> | undefined {
    const path = url.split(/[?#]/, 1)[0]!;
    const sent = path.replace(/(?<=.)\/$/, "").split("/");
    const fitting = [...this.#templates.values()].filter(
      ({ segments }) =>
        segments.length === sent.length &&
        segments.every((segment, index) => (segment.startsWith("{") ? sent[index] !== "" : segment === sent[index])),
    );
    return fitting.length === 0 ? undefined : new Map(fitting.flatMap(({ methods }) => [...methods]));
  }
}
