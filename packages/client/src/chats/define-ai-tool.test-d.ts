/** Types of tools: what `render` is given can be destructured, and its stage tells what it has. */
import type { JsonObject } from "@weft/protocol/types";
import { defineAiTool } from "./define-ai-tool.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function isTrue<_T extends true>(): void {}

const parameters = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
} as const;

export const destructured = defineAiTool<{ degrees: number }>()({
  parameters,
  render({ stage, args, partialArgs, result, respond }) {
    isTrue<Equal<typeof partialArgs, JsonObject | undefined>>();
    isTrue<Equal<NonNullable<typeof args>["city"], string>>();
    if (stage === "receiving") {
      isTrue<Equal<typeof args, undefined>>();
      return partialArgs;
    }
    if (stage === "executing") {
      isTrue<Equal<typeof result, undefined>>();
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

export const oneMember = defineAiTool()({
  parameters,
  render: ({ result }) => result?.type,
});
