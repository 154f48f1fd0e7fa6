const irregular: Readonly<Record<string, string>> = {
  broadcast: "broadcast",
  edit: "edited",
  put: "put",
  send: "sent",
  set: "set",
};

/** Words that are written otherwise than a word of a sentence. */
const spellings: Readonly<Record<string, string>> = { sso: "SSO" };

/** An action of the audit log as a person says it: `key.rolled` is “Key rolled”, `api.create-room` “Room created”. */
export function spellAction(action: string): string {
  const call = /^api\.([a-z]+)-(.+)$/u.exec(action);
  const words = (call ? `${call[2]} ${participle(call[1]!)}` : action)
    .replaceAll(/[._-]/gu, " ")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .trim();
  const [first = "", ...rest] = words.split(" ");
  return [spellings[first] ?? first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(" ");
}

function participle(verb: string): string {
  return irregular[verb] ?? (verb.endsWith("e") ? `${verb}d` : `${verb}ed`);
}
