/** The name of a tool as a title: "showTodo" and "show_todo" are "Show todo". */
export function titleOfTool(name: string): string {
  const words = name
    .replaceAll(/[_\-\s]+/g, " ")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .trim()
    .split(" ");
  const text = words.map((word) => (isAcronym(word) ? word : word.toLowerCase())).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const isAcronym = (word: string) => word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
