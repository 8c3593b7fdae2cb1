import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the bundled server finds its drawing thread and all fonts, and exits when done', async () => {
  // As deep in the project as dist/server, because fonts are looked up relative to it.
  const outDir = `${root}/dist/pdf-test-${randomUUID()}`;
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      build: {
        ssr: true,
        target: 'node20',
        outDir,
        rollupOptions: {
          input: {
            main: `${root}/server/platform/pdf/draw-pdf.ts`,
            'pdf-worker': `${root}/server/platform/pdf/pdf-worker.ts`,
          },
        },
      },
    });
    await writeFile(
      `${outDir}/try.js`,
      `import { writeFileSync } from 'node:fs';
       import { drawPdf } from './main.js';
       const blocks = [{ block: 'text', text: 'Zoë 株式会社 עברית ไทย' }];
       const drawn = await drawPdf({ title: 'T', author: 'A', printedAt: new Date(), blocks });
       writeFileSync(new URL('out.pdf', import.meta.url), drawn);`,
    );
    // The process must exit by itself: an idle thread does not keep it alive.
    await promisify(execFile)(process.execPath, [`${outDir}/try.js`], { timeout: 300_000 });
    const { text } = await extractText(new Uint8Array(await readFile(`${outDir}/out.pdf`)), {
      mergePages: true,
    });
    for (const word of ['Zoë', '株式会社', 'עברית', 'ไทย']) expect(text).toContain(word);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
});
