import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/lib/precompress';
import { catalogueWorkerFolder, tillWorker } from './scripts/lib/till-worker';
import { zodForBrowsers } from './scripts/lib/zod-for-browsers';

/**
 * The modules of dialogs and drop-down lists, and our own fields that open one: many pages have some, while sign-in and
 * most lists start without any.
 */
const overlayParts =
  /web\/ui\/(?:date-input|dated-fields|look-up|form-dialog|spoken-date|typed-date|use-typed-date)\.tsx?|node_modules\/(?:@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|@mantine\/core\/esm\/components\/(?:Combobox|FocusTrap|Modal|ModalBase|Overlay|Popover|Portal|ScrollArea|Textarea|Transition)\/|@mantine\/core\/esm\/utils\/Floating\/)/;

/** What the fields of records read and check: many pages have some, while sign-in and most lists start without any. */
const fieldParts =
  /web\/ui\/(?:figure-inputs|typed-figures)\.tsx?|node_modules\/@mantine\/core\/esm\/components\/Checkbox\/|domain\/payments\/(?:card-number|payment-reference)\.ts|domain\/countries\/|domain\/emails\/document-mail\.ts/;

/** The browser build: web/ becomes dist/web, one chunk per page, with hashed names that can be cached for ever. */
export default defineConfig({
  root: 'web',
  plugins: [react(), zodForBrowsers(), tillWorker(), precompress()],
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
    // Modules shared by most pages are one file and icons another, because sixty small ones delayed the first page by
    // 0.2 s. Overlays and fields are apart, so that a page that starts without one does not wait for it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'common',
              minShareCount: 23,
              test: (id: string) => !overlayParts.test(id) && !fieldParts.test(id),
              priority: 2,
            },
            { name: 'icons', minShareCount: 2, test: /node_modules\/lucide-react\//, priority: 1 },
            { name: 'overlays', minShareCount: 2, test: overlayParts, priority: 1 },
            { name: 'fields', minShareCount: 2, test: fieldParts, priority: 1 },
          ],
        },
      },
    },
  },
});
