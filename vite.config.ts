import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups, looseIndexes } from './scripts/lib/chunk-groups';
import { iconsForBrowsers } from './scripts/lib/icons-for-browsers';
import { idsForBrowsers } from './scripts/lib/ids-for-browsers';
import { precompress } from './scripts/lib/precompress';
import { stylesWithComponents } from './scripts/lib/styles-with-components';
import { catalogueWorkerFolder, tillWorker } from './scripts/lib/till-worker';
import { zodForBrowsers } from './scripts/lib/zod-for-browsers';

/** The browser build: web/ becomes dist/web, one chunk per page, with hashed names that can be cached for ever. */
export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    stylesWithComponents(),
    iconsForBrowsers(),
    idsForBrowsers(),
    zodForBrowsers(),
    tillWorker(),
    precompress(),
  ],
  worker: {
    rolldownOptions: {
      output: {
        entryFileNames: ({ name }) =>
          `${name === 'catalogue-worker' ? catalogueWorkerFolder : 'assets'}/[name]-[hash].js`,
      },
    },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    // Browsers without preloading load the same files a little later.
    modulePreload: { polyfill: false },
    // The user's first start builds this, so no size warning; the benchmark watches the size.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: looseIndexes, sideEffects: false }] },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});
