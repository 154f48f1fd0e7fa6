import react from "@vitejs/plugin-react";
import { emojiData } from "@weft/example-shared/emoji-data";
import { weft } from "@weft/example-shared/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [react(), weft(), emojiData()] });
