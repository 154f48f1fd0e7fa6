import { exampleConfig } from "@weft/example-shared/vite";
import { defineConfig } from "vite";

export default defineConfig(exampleConfig("tutorial-runner"));
