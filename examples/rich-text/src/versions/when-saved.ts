import type { LiveblocksYjsProvider } from "@liveblocks/yjs";

/** How long after an edit the provider may still say what was true before it: it looks once typing pauses for 200 ms. */
const noticedAfterMs = 250;

/** Resolves once the server has every edit made here until now. */
export async function whenSaved(provider: LiveblocksYjsProvider): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, noticedAfterMs));
  await new Promise<void>((resolve) => {
    const look = () => {
      if (provider.getStatus() !== "synchronized") return;
      provider.off("status", look);
      resolve();
    };
    provider.on("status", look);
    look();
  });
}
