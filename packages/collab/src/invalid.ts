import { WeftError } from "@weft/protocol";

/** A value that breaks a rule, in the sentence that official clients know: `Value at keypath 'metadata.color': must be …`. */
export function invalid(path: readonly (string | number)[], rule: string): WeftError {
  const where = path.length > 1 ? "keypath" : "key";
  return new WeftError("UNPROCESSABLE_ENTITY", { message: `Value at ${where} '${path.join(".")}': ${rule}` });
}
