const browsers = [
  [/\bEdg(e|A|iOS)?\//u, "Edge"],
  [/\b(OPR|Opera)\//u, "Opera"],
  [/\b(Firefox|FxiOS)\//u, "Firefox"],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//u, "Chrome"],
  [/\bSafari\//u, "Safari"],
] as const;

const systems = [
  [/\b(iPhone|iPad|iPod)\b/u, "iOS"],
  [/\bAndroid\b/u, "Android"],
  [/\bWindows\b/u, "Windows"],
  [/\bMac OS X\b/u, "macOS"],
  [/\bCrOS\b/u, "ChromeOS"],
  [/\bLinux\b/u, "Linux"],
] as const;

/** A browser's name and system as a person says it, from its `User-Agent`. */
export function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([mark]) => mark.test(userAgent))?.[1];
  const system = systems.find(([mark]) => mark.test(userAgent))?.[1];
  if (browser === undefined) return system ?? "Unknown browser";
  return system === undefined ? browser : `${browser} on ${system}`;
}
