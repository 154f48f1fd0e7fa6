import { createWeft } from "@weft/example-catalogue/create-weft";

/** The placeholders for a reader's own keys in code, and the values shown until they are filled in. */
export const placeholders = {
  PUBLIC_KEY: "pk_your_public_key",
  SECRET_KEY: "sk_your_secret_key",
  MANAGEMENT_TOKEN: "wmt_your_management_token",
  SERVER_URL: "http://localhost:7070",
  CREATE_WEFT: `http://localhost:7070${createWeft.path}`,
  PROJECT_ID: "your_project_id",
} as const;

export type Placeholder = keyof typeof placeholders;

const written = new RegExp(`\\{\\{(${Object.keys(placeholders).join("|")})\\}\\}`, "g");
const hidden = new RegExp(`__WEFT_(${Object.keys(placeholders).join("|")})__`, "g");

/** Whether a piece of code has a place for what is a project's own. */
export function hasOwnPlace(code: string): boolean {
  return /\{\{(PUBLIC_KEY|PROJECT_ID)\}\}/.test(code);
}

/** The code as it is read without any project: with the values that are shown at first. */
export function withDefaults(code: string): string {
  return code.replaceAll(written, (_, name: Placeholder) => placeholders[name]);
}

/** The code with placeholders that no grammar takes apart. */
export function hidePlaceholders(code: string): string {
  return code.replaceAll(written, "__WEFT_$1__");
}

/** HTML made from such code, with an element for each placeholder, which the page fills. */
export function markPlaceholders(html: string): string {
  return html.replaceAll(
    hidden,
    (_, name: Placeholder) => `<span class="fill" data-fill="${name}">${placeholders[name]}</span>`,
  );
}
