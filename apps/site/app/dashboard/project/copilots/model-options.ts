/** The models of a list. A stored model that is no longer listed remains an option. */
export function modelOptions(listed: readonly string[], chosen: string) {
  const all = chosen === "" || listed.includes(chosen) ? listed : [chosen, ...listed];
  return all.map((id) => ({ value: id, label: id }));
}
