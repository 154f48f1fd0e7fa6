import { exampleConfig } from "@weft/example-shared/vite";
import { defineConfig } from "vite";

// The gallery is the index of the examples, so it lives one level above them.
export default defineConfig({ ...exampleConfig("gallery"), base: "/examples/" });
