import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**", ".versions/**"],
    globalSetup: "vitest.setup.ts",
    // Some tests play every scenario in every chapter.
    testTimeout: 60_000,
  },
});
