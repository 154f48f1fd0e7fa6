import "server-only";

const names = ["WEFT_URL", "WEFT_SECRET_KEY", "SESSION_SECRET"] as const;
type SettingName = (typeof names)[number];

/** Reads a setting when it is used, so that one build runs in every environment. */
export function readSetting(name: SettingName): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. See .env.example.`);
  return value;
}

/** One sentence for each setting that is missing or invalid. */
export function settingFaults(): string[] {
  const { WEFT_URL: url, WEFT_SECRET_KEY: key, SESSION_SECRET: secret } = process.env;
  return [
    ...names.filter((name) => !process.env[name]).map((name) => `${name} is not set.`),
    ...(url && !URL.canParse(url) ? ["WEFT_URL is not a URL. Example: http://localhost:7070"] : []),
    ...(key && !key.startsWith("sk_") ? ["WEFT_SECRET_KEY is not a secret key. Secret keys start with sk_."] : []),
    ...(secret && secret.length < 32 ? ["SESSION_SECRET has fewer than 32 characters."] : []),
  ];
}
