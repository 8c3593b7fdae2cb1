import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser's half: web/ becomes dist/web, one chunk per page, hashed names that may be cached for ever. */
export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2022', sourcemap: false, reportCompressedSize: false },
});
