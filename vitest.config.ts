import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["s*_*/**/*.test.ts", "shared/**/*.test.ts", "tools/**/*.test.ts"],
    // Exercises hold starters that are meant to fail; they have a check of their own.
    exclude: ["**/exercises/**", "**/node_modules/**"],
  },
});
