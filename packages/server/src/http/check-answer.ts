import { explainIssues } from "@weft/protocol";
import type { Endpoint } from "@weft/protocol";
import { Encoded } from "./route.ts";

/** Throws if an answer does not match its endpoint's declaration. Answers what is to be sent, the pieces read to their end. */
export async function checkAnswer({ id, returns }: Endpoint, answered: unknown): Promise<unknown> {
  const answer = answered instanceof Encoded ? new Encoded(await Array.fromAsync(answered.pieces)) : answered;
  const differs = (what: string) => new Error(`The answer of ${id} differs from its declaration: ${what}`);
  if ("empty" in returns) {
    if (answer !== undefined) throw differs("it has a body.");
    return answer;
  }
  if ("octets" in returns) {
    if (!(answer instanceof Encoded)) throw differs("it is not bytes.");
    return answer;
  }
  const text =
    answer instanceof Encoded
      ? Buffer.concat(await Array.fromAsync(answer.pieces)).toString("utf8")
      : JSON.stringify(answer);
  const values = "lines" in returns ? text.trimEnd().split("\n") : [text];
  for (const value of values) {
    const sent: unknown = JSON.parse(value);
    const checked = ("lines" in returns ? returns.lines : returns).safeParse(sent);
    if (!checked.success) throw differs(explainIssues(checked.error, sent));
  }
  return answer;
}
