const irregular: Readonly<Record<string, string>> = {
  broadcast: "broadcast",
  edit: "edited",
  put: "put",
  send: "sent",
  set: "set",
};

/** An action of the audit log as a person says it: `key.rolled` is “Key rolled”, `api.create-room` “Room created”. */
export function spellAction(action: string): string {
  const call = /^api\.([a-z]+)-(.+)$/u.exec(action);
  const words = (call ? `${call[2]} ${participle(call[1]!)}` : action)
    .replaceAll(/[._-]/gu, " ")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function participle(verb: string): string {
  return irregular[verb] ?? (verb.endsWith("e") ? `${verb}d` : `${verb}ed`);
}
