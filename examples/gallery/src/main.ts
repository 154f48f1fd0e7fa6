import "@weft/example-shared/base.css";
import "./gallery.css";
import { copyText, readDemo, toggleTheme } from "@weft/example-shared";
import { startLivePair } from "./live-pair.ts";
import { drawWarp } from "./warp.ts";

drawWarp();
startLivePair();
document.getElementById("theme")?.addEventListener("click", toggleTheme);

const copy = document.getElementById("copy");
copy?.addEventListener("click", async () => {
  const copied = await copyText(document.getElementById("snippet")?.textContent ?? "");
  copy.textContent = copied ? "Copied" : "Select the text to copy it";
});

// The snippet shows this server's own address and key; without them it still shows where they go.
const demo = await readDemo().catch(() => null);
if (demo) {
  for (const place of document.querySelectorAll<HTMLElement>("[data-demo]")) {
    place.textContent = place.dataset["demo"] === "baseUrl" ? demo.baseUrl : demo.publicKey;
  }
}
