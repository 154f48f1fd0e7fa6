import { svelte } from "@sveltejs/vite-plugin-svelte";
import { weft } from "@weft/example-shared/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [svelte(), weft()] });
