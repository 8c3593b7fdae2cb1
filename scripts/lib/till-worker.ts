import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const worker = 'till-worker.js';
/**
 * Browsers ask a service worker for a worker's file only if its address is in scope, so this one is below the till's
 * page.
 */
export const catalogueWorkerFolder = 'sales/pos/assets';
const till = /features[/\\]pos[/\\]index\.ts$/;
const frame = /web[/\\]frame[/\\]/;

/**
 * Writes the service worker that keeps the till running offline. It gets the list of files that the till consists of:
 * those of the first page and of the till, with their lazy imports and the catalogue's worker, but no other page's.
 */
export const tillWorker = (): Plugin => ({
  name: 'till-worker',
  apply: 'build',
  generateBundle: {
    // After the files that hold nothing but styles have lost their empty script: a worker that lists it never starts.
    order: 'post',
    handler(_options, bundle) {
      // The frame of every page loads some parts by itself. Without them the till's page fails, unless the browser still
      // has them.
      const partsOfFrame = [...this.getModuleIds()]
        .filter(id => frame.test(id))
        .flatMap(id => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
      const files = filesOfTill(bundle, new Set(partsOfFrame));
      if (!files.some(name => name.startsWith(`/${catalogueWorkerFolder}/`)))
        this.error('The till has no catalogue worker, so it would not work offline');
      const source = readFileSync(join(import.meta.dirname, '..', '..', 'web', worker), 'utf8');
      const version = createHash('sha256').update(files.join()).update(source).digest('hex').slice(0, 12);
      const head = `const version = '${version}';\nconst files = ${JSON.stringify(files)};\n`;
      this.emitFile({ type: 'asset', fileName: worker, source: head + source });
    },
  },
});

type Chunk = Rolldown.OutputChunk;

function filesOfTill(bundle: Rolldown.OutputBundle, partsOfFrame: ReadonlySet<string>): string[] {
  const chunks = new Map(
    Object.values(bundle).flatMap(file => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const found = new Set<string>();
  const take = (chunk: Chunk | undefined, withLater: boolean) => {
    if (!chunk || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file);
    for (const file of chunk.viteMetadata?.importedAssets ?? []) found.add(file);
    for (const name of chunk.imports) take(chunks.get(name), withLater);
    // The entry's lazy imports are the other pages.
    if (withLater && !chunk.isEntry) for (const name of chunk.dynamicImports) take(chunks.get(name), false);
  };
  const all = [...chunks.values()];
  take(
    all.find(chunk => chunk.facadeModuleId && till.test(chunk.facadeModuleId)),
    true,
  );
  take(
    all.find(chunk => chunk.isEntry),
    false,
  );
  for (const chunk of all)
    if (chunk.facadeModuleId && (frame.test(chunk.facadeModuleId) || partsOfFrame.has(chunk.facadeModuleId)))
      take(chunk, true);
  for (const name of Object.keys(bundle))
    if (name.endsWith('.woff2') || (name.startsWith(catalogueWorkerFolder) && name.endsWith('.js')))
      found.add(name);
  return [...found].sort().map(name => `/${name}`);
}
