import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["s*_*/**/*.test.ts", "shared/**/*.test.ts", "tools/**/*.test.ts"],
    // Exercises hold starters that are meant to fail; they have a check of their own.
    exclude: ["**/exercises/**", "**/node_modules/**"],
    // Tests keep no state between files, and loading modules once halves the time.
    isolate: false,
    // A test left alone by `.only` would hide all others.
    allowOnly: false,
    maxWorkers: 2,
    // Some tests start real processes; on a busy machine those take their time.
    testTimeout: 60_000,
  },
});
