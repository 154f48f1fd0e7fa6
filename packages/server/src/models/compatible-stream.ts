import { isJsonObject } from "@weft/protocol";
import type { LineFilter } from "./bounded-fetch.ts";

const doneMark = Buffer.from("[DONE]");
const reasons = [Buffer.from('"finish_reason":"'), Buffer.from('"finish_reason": "')];
const objects = [Buffer.from('"arguments":{'), Buffer.from('"arguments": {')];
const done = /^data: ?\[DONE\]\s*$/m;
const stop = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\n`;

const holds = (lines: Buffer, marks: readonly Buffer[]) => marks.some((mark) => lines.includes(mark));

/**
 * What self-hosted servers of models stream otherwise than the format says: arguments of tools as objects instead of text, and
 * no reason at an end that is announced.
 */
export function createCompatibleFilter(): LineFilter {
  let hasReason = false;
  return (lines) => {
    const buffer = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
    hasReason ||= holds(buffer, reasons);
    const ends = !hasReason && buffer.includes(doneMark);
    const hasObjects = holds(buffer, objects);
    if (!ends && !hasObjects) return lines;
    const text = buffer.toString();
    const written = hasObjects ? text.replaceAll(/^data: ?(\{.*\})\r?$/gm, withTextArguments) : text;
    return Buffer.from(ends ? written.replace(done, (end) => stop + end) : written);
  };
}

/** A chunk whose tool calls have their arguments as text. */
function withTextArguments(line: string, json: string): string {
  let chunk: unknown;
  try {
    chunk = JSON.parse(json);
  } catch {
    return line;
  }
  for (const choice of listIn(chunk, "choices"))
    for (const call of listIn(isJsonObject(choice) ? choice["delta"] : undefined, "tool_calls")) {
      const called = isJsonObject(call) ? call["function"] : undefined;
      if (isJsonObject(called) && isJsonObject(called["arguments"]))
        (called as Record<string, unknown>)["arguments"] = JSON.stringify(called["arguments"]);
    }
  return `data: ${JSON.stringify(chunk)}`;
}

function listIn(value: unknown, key: string): readonly unknown[] {
  const list = isJsonObject(value) ? value[key] : undefined;
  return Array.isArray(list) ? (list as unknown[]) : [];
}
