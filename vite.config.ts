import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/lib/precompress';

/** The browser's half: web/ becomes dist/web, one chunk per page, hashed names that may be cached for ever. */
export default defineConfig({
  root: 'web',
  plugins: [react(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    // The user's first start builds this; the size is watched by the benchmark, not by the builder's warning.
    chunkSizeWarningLimit: 1000,
  },
});
