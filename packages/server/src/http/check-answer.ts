import { explainIssues } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import { Encoded } from "./route.ts";

/** Throws if an answer does not match its endpoint's declaration. */
export function checkAnswer({ id, returns }: Endpoint, answer: unknown) {
  const differs = (what: string) => new Error(`The answer of ${id} differs from its declaration: ${what}`);
  if ("empty" in returns) {
    if (answer !== undefined) throw differs("it has a body.");
    return;
  }
  if ("octets" in returns) {
    if (!(answer instanceof Encoded)) throw differs("it is not bytes.");
    return;
  }
  const text = answer instanceof Encoded ? Buffer.concat(answer.pieces).toString("utf8") : JSON.stringify(answer);
  const values = "lines" in returns ? text.trimEnd().split("\n") : [text];
  for (const value of values) {
    const sent: unknown = JSON.parse(value);
    const answered = ("lines" in returns ? returns.lines : returns).safeParse(sent);
    if (!answered.success) throw differs(explainIssues(answered.error, sent));
  }
}
