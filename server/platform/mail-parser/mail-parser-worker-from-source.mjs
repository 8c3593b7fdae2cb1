// Starts the parsing thread from its TypeScript source, in tests, where nothing is bundled.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

await runnerImport(fileURLToPath(new URL('./mail-parser-worker.ts', import.meta.url)), { configFile: false });
