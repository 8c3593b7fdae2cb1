import { defineConfig } from 'vite';

/** The benchmark beside the product: same sources, production mode, packages from node_modules. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/bench',
    emptyOutDir: true,
    reportCompressedSize: false,
    rollupOptions: {
      input: {
        run: 'bench/run.ts',
        serve: 'bench/serve.ts',
        'serve-limit': 'bench/serve-limit.ts',
        'pdf-worker': 'server/platform/pdf/pdf-worker.ts',
      },
    },
  },
});
