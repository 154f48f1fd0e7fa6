import type { Limits, RequestContents, SentText } from "@weft/protocol";
import type { AnsweredCall, AnswerHead } from "./answered-call.ts";

/** Replaces values that are not kept. */
const removed = "removed";
/**
 * Names of headers, parameters and members whose values are or may be credentials. The text around the word is bounded:
 * otherwise a long name would be searched once for each of its characters.
 */
const names =
  "[\\w.-]{0,64}(?:authorization|cookie|token|secret|passw|passphrase|(?:api|access|private|signing)[-_]?key|pubkey|credential|signature|csrf)[\\w.-]{0,64}";
const secretName = new RegExp(`^(?:${names}|tok|key)$`, "i");
const secretParameter = new RegExp(`([?&](?:${names}|tok|key)=)[^&#]*`, "gi");
/** Parameters of a URL within a text, or of a form. */
const parameterWithin = new RegExp(`((?:^|[?&])(?:${names}|tok|key)=)[^&#"\\s]*`, "gi");
const quoted = '"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)';
/** Texts, numbers and lists of them; a value that was cut ends with the text. */
const secretMember = new RegExp(
  `("${names}"\\s*:\\s*)(?:${quoted}|-?\\d[\\d.eE+-]*|\\[(?:${quoted}|[^"[\\]{}])*(?:\\]|$))`,
  "gi",
);
/** Secret keys and signed tokens anywhere in a text: also right behind an escape of JSON or a query. */
const secretValue =
  /(?:(?<![\w-])|(?<=\\[bfnrt]|\\u[\da-fA-F]{4}|%[\da-fA-F]{2}))(?:sk_[\w-]{8,}|eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?)/g;

/** The contents of a call, as its project's log shows them: JSON, cut, without credentials. */
export function describeContents(
  { sent, answer }: Pick<AnsweredCall, "sent" | "answer">,
  { requestContent }: Pick<Limits, "requestContent">,
): string {
  const { url, headers, contentType, body, takesBytes } = sent;
  const all = contentType === undefined ? headers : { ...headers, "content-type": contentType };
  const contents: RequestContents = {
    url: describeUrl(url, { requestContent }),
    headers: Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [header(name, String(value))])),
    body:
      body === undefined || body.length === 0
        ? null
        : textOf({ head: takesBytes ? undefined : body, bytes: body.length }, requestContent),
    answer: answer === undefined || answer.bytes === 0 ? null : textOf(answer, requestContent),
  };
  return JSON.stringify(contents);
}

/** The path and the query of a call, cut, without credentials. */
export function describeUrl(url: string, { requestContent }: Pick<Limits, "requestContent">): string {
  const begin = url.slice(0, requestContent);
  const named = begin.includes("?") ? begin.replaceAll(secretParameter, `$1${removed}`) : begin;
  return withoutValues(named);
}

function header(name: string, value: string) {
  return { name, value: secretName.test(name) ? removed : withoutValues(value.slice(0, 1_000)) };
}

function textOf({ head, bytes }: AnswerHead, most: number): SentText {
  if (head === undefined) return { bytes, text: null, isCut: false };
  const begin = (typeof head === "string" ? Buffer.from(head.slice(0, most)) : head).subarray(0, most);
  // A character that was cut in two is left out.
  const text = new TextDecoder().decode(begin, { stream: true });
  return { bytes, text: withoutSecrets(text), isCut: bytes > begin.length };
}

function withoutSecrets(text: string): string {
  return withoutValues(text.replaceAll(secretMember, `$1"${removed}"`));
}

function withoutValues(text: string): string {
  return text.replaceAll(parameterWithin, `$1${removed}`).replaceAll(secretValue, removed);
}
