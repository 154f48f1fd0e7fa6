import type { Comparison } from "./comparison.ts";
import { hocuspocus } from "./comparisons/hocuspocus.ts";
import { liveblocksDevServer } from "./comparisons/liveblocks-dev-server.ts";
import { liveblocks } from "./comparisons/liveblocks.ts";
import { ownServer } from "./comparisons/own-server.ts";
import { supabaseRealtime } from "./comparisons/supabase-realtime.ts";
import { tldrawSync } from "./comparisons/tldraw-sync.ts";

/** Every comparison, in the order of the list. */
export const comparisons: readonly Comparison[] = [
  liveblocks,
  liveblocksDevServer,
  hocuspocus,
  tldrawSync,
  supabaseRealtime,
  ownServer,
];
