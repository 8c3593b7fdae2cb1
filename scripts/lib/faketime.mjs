import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian } from './debian.mjs';

const library = 'libfaketimeMT.so.1';

/** The library that moves the clock of a process that loads it; null where there is none. */
export function findFaketime() {
  const folders = ['/usr/lib', '/usr/lib64', '/usr/local/lib'].filter(folder => existsSync(folder));
  // Debian has a folder for each kind of processor.
  const below = folders.flatMap(folder => readdirSync(folder).map(name => join(folder, name)));
  const found = [...folders, ...below].map(folder => join(folder, 'faketime', library));
  return found.find(path => existsSync(path)) ?? null;
}

/** Installs it where possible; otherwise a line says what is left out. */
export async function ensureFaketime() {
  if (findFaketime()) return;
  await installFromDebian('libfaketime', 'libfaketime');
  if (!findFaketime())
    console.log(
      'There is no libfaketime and none could be installed, so no clock is moved (move-clock). Install it ("apt install libfaketime").',
    );
}
