/** Types of tools: what `render` is given can be destructured, and its stage tells what it has. */
import type { JsonObject } from "@weft/protocol/types";
import { expectTypeOf } from "vitest";
import { defineAiTool } from "./define-ai-tool.ts";

const parameters = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
} as const;

export const destructured = defineAiTool<{ degrees: number }>()({
  parameters,
  render({ stage, args, partialArgs, result, respond }) {
    expectTypeOf(partialArgs).toEqualTypeOf<JsonObject | undefined>();
    expectTypeOf(args?.city).toEqualTypeOf<string | undefined>();
    if (stage === "receiving") {
      expectTypeOf(args).toEqualTypeOf<undefined>();
      return partialArgs;
    }
    if (stage === "executing") {
      expectTypeOf(result).toEqualTypeOf<undefined>();
      respond({ data: { degrees: args.city.length } });
      return args.city;
    }
    // @ts-expect-error: its data is that of the tool.
    respond({ data: { degrees: "21" } });
    return result.type === "success" ? result.data.degrees.toFixed(1) : result.type;
  },
});

export const whole = defineAiTool<{ degrees: number }>()({
  parameters,
  render: (props) => (props.stage === "executed" ? props.result.type : (props.args?.city ?? props.partialArgs)),
});

export const untold = defineAiTool<{ degrees: number }>()({
  parameters,
  render({ result }) {
    expectTypeOf(result?.data?.degrees).toEqualTypeOf<number | undefined>();
    expectTypeOf(result?.error).toEqualTypeOf<string | undefined>();
    expectTypeOf(result?.reason).toEqualTypeOf<string | undefined>();
    return result?.data?.degrees;
  },
});

export const list = defineAiTool()({
  parameters: { type: "object", properties: { titles: { type: "array", items: { type: "string" } } } },
  execute({ titles = [] }) {
    // As with the official package, an application may hand it to code that asks for an array.
    expectTypeOf(titles).toEqualTypeOf<string[]>();
  },
});

export const oneMember = defineAiTool()({
  parameters,
  render: ({ result }) => result?.type,
});
