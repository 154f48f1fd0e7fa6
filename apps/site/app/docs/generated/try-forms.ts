import { exampleBody } from "./example-value.ts";
import { operations, schemas } from "./operations.ts";
import type { Operation, Schema } from "./operations.ts";
import { boundsText, objectName, typeText } from "./schema-text.ts";
import type { TryField, TryForm } from "../try-it/try-form.ts";

/** Whether the dashboard's data gateway carries a call: those that take a secret key. */
export function canTry({ auth }: Operation): boolean {
  return auth === "secret";
}

/** The forms of all calls that can be tried, by id. */
export function tryForms(): ReadonlyMap<string, TryForm> {
  return new Map(operations.filter(canTry).map((operation) => [operation.id, tryFormOf(operation)]));
}

export function tryFormOf(operation: Operation): TryForm {
  const { id, summary, method, path, parameters, body } = operation;
  return {
    id,
    summary,
    method,
    path: path.replace(/^\/v2/u, ""),
    fields: [
      ...parameters
        .filter(({ deprecated }) => deprecated !== true)
        .map((parameter) =>
          fieldOf(
            parameter.in,
            parameter.name,
            {
              ...parameter.schema,
              ...(parameter.description !== undefined && { description: parameter.description }),
            },
            parameter.required === true,
          ),
        ),
      ...bodyFields(operation),
    ],
    body: body === undefined ? "none" : body.mediaType === "application/json" ? "json" : "bytes",
  };
}

function bodyFields(operation: Operation): readonly TryField[] {
  const { body } = operation;
  if (body === undefined || body.mediaType !== "application/json") return [];
  const { properties = {}, required = [] } = resolved(body.schema);
  const members = Object.entries(properties).filter(([, schema]) => schema.deprecated !== true);
  const example = exampleBody(operation);
  if (members.length === 0)
    return [
      {
        in: "body",
        name: "",
        kind: "json",
        required: body.required,
        description: body.schema.description ?? typeText(body.schema),
        initial: JSON.stringify(example, null, 2),
      },
    ];
  const examples = (typeof example === "object" && example !== null ? example : {}) as Readonly<
    Record<string, unknown>
  >;
  return members.map(([name, schema]) => {
    const isRequired = required.includes(name);
    const field = fieldOf("body", name, schema, isRequired);
    // What is optional is only sent if the reader says so.
    const given = isRequired && examples[name] !== undefined && field.kind === "json" ? examples[name] : undefined;
    return given === undefined ? field : { ...field, initial: JSON.stringify(given, null, 2) };
  });
}

function fieldOf(place: TryField["in"], name: string, schema: Schema, required: boolean): TryField {
  const options = optionsOf(schema);
  const notes = [schema.description ?? "", boundsText(schema)];
  return {
    in: place,
    name,
    kind: options === undefined ? kindOf(schema, place) : "choice",
    required,
    description: notes.filter((note) => note !== "").join(" "),
    ...(options !== undefined && { options }),
    initial: "",
  };
}

/** The only values that there are. */
function optionsOf(schema: Schema): readonly string[] | undefined {
  const found = resolved(schema);
  if (found.enum?.every((value) => typeof value === "string") === true) return found.enum;
  return typeof found.const === "string" ? [found.const] : undefined;
}

function kindOf(schema: Schema, place: TryField["in"]): TryField["kind"] {
  const { type, anyOf, oneOf } = resolved(schema);
  // Whatever it is, in an address it is a text.
  if (place !== "body")
    return type === "integer" || type === "number" ? "number" : type === "boolean" ? "boolean" : "text";
  if (anyOf !== undefined || oneOf !== undefined || Array.isArray(type)) return "json";
  switch (type) {
    case "string":
      return "text";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return "json";
  }
}

function resolved(schema: Schema): Schema {
  const name = objectName(schema);
  return name === undefined ? schema : resolved(schemas[name] ?? {});
}
