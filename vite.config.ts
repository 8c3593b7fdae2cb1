import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/lib/precompress';
import { tillWorker } from './scripts/lib/till-worker';

/** The browser's half: web/ becomes dist/web, one chunk per page, hashed names that may be cached for ever. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tillWorker(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    // The user's first start builds this; the size is watched by the benchmark, not by the builder's warning.
    chunkSizeWarningLimit: 1000,
    // What most pages share comes in one file: sixty small ones took the first page 0.2 s longer. Windows and
    // their parts are shared by fewer pages and stay apart until one is opened.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 23 }] } } },
  },
});
