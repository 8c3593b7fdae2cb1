import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './scripts/lib/precompress';
import { tillWorker } from './scripts/lib/till-worker';

/** What windows and the lists that drop from a field are made of: many pages have some, sign-in and most lists none at first. */
const overlayParts =
  /node_modules\/(?:@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|@mantine\/core\/esm\/components\/(?:Combobox|FocusTrap|Modal|ModalBase|Overlay|Popover|Portal|ScrollArea|Textarea|Transition)\/)/;

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
    // What most pages share comes in one file: sixty small ones took the first page 0.2 s longer. What lies over pages is in
    // another one, and a page that begins without it does not wait for it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'common', minShareCount: 23, test: (id: string) => !overlayParts.test(id), priority: 2 },
            { name: 'overlays', minShareCount: 2, test: overlayParts, priority: 1 },
          ],
        },
      },
    },
  },
});
