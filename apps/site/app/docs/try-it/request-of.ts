import type { TryField, TryForm } from "./try-form.ts";

/** What the reader has filled in, by `keyOf` a field. */
export type TryValues = Readonly<Record<string, string>>;

/** A request that is ready to be sent to the gateway, or what is wrong with the values. */
export type TryRequest =
  | { readonly path: string; readonly body: string | undefined }
  | { readonly faults: Readonly<Record<string, string>> };

export function keyOf({ in: place, name }: Pick<TryField, "in" | "name">): string {
  return `${place}.${name}`;
}

/** Every field with what it starts with. */
export function initialValues({ fields }: TryForm): TryValues {
  return Object.fromEntries(fields.map((field) => [keyOf(field), field.initial]));
}

/** The request that the values say. A field that is empty and not required is left out. */
export function requestOf(form: TryForm, values: TryValues): TryRequest {
  const faults: Record<string, string> = {};
  const given = form.fields.flatMap((field) => {
    const text = values[keyOf(field)] ?? "";
    if (text.trim() === "") {
      if (field.required) faults[keyOf(field)] = "Required.";
      return [];
    }
    const value = valueOf(field, text);
    if (value === undefined) faults[keyOf(field)] = faultOf(field);
    return [{ field, value }];
  });
  if (Object.keys(faults).length > 0) return { faults };

  const inPath = new Map(
    given.filter(({ field }) => field.in === "path").map(({ field, value }) => [field.name, value]),
  );
  const path = form.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => encodeURIComponent(String(inPath.get(name))));
  const query = new URLSearchParams(
    given.filter(({ field }) => field.in === "query").map(({ field, value }) => [field.name, String(value)]),
  ).toString();
  return { path: query === "" ? path : `${path}?${query}`, body: form.body === "json" ? bodyOf(given) : undefined };
}

function bodyOf(given: readonly { readonly field: TryField; readonly value: unknown }[]): string | undefined {
  const members = given.filter(({ field }) => field.in === "body");
  const whole = members.find(({ field }) => field.name === "");
  if (whole !== undefined) return JSON.stringify(whole.value);
  return JSON.stringify(Object.fromEntries(members.map(({ field, value }) => [field.name, value])));
}

/** The value that a text means; undefined if it means none. */
function valueOf({ kind, in: place }: TryField, text: string): unknown {
  switch (kind) {
    case "number": {
      const number = Number(text);
      return Number.isFinite(number) ? number : undefined;
    }
    case "boolean":
      return text === "true";
    case "json":
      return parsed(text);
    default:
      return place === "path" ? text.trim() : text;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function faultOf({ kind }: TryField): string {
  return kind === "number" ? "Enter a number." : "This isn't valid JSON.";
}
