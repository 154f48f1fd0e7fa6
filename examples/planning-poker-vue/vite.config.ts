import vue from "@vitejs/plugin-vue";
import { weft } from "@weft/example-shared/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [vue(), weft()] });
