import { defineConfig } from 'vite';

/** The server build: server/ becomes dist/server. Packages are not bundled, and are loaded from node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        verify: 'server/verify.ts',
        audit: 'server/audit.ts',
        restore: 'server/restore.ts',
        training: 'server/training.ts',
        'mail-parser-worker': 'server/platform/mail-parser/mail-parser-worker.ts',
        'pdf-worker': 'server/platform/pdf/pdf-worker.ts',
      },
    },
  },
});
