import { readableLimit } from "../generated/limits.ts";

/** The value of a limit, in a sentence. */
export function Limit({ name }: { name: string }) {
  return <span className="limit">{readableLimit(name).text}</span>;
}
