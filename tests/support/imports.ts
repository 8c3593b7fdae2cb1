import { setTimeout as pause } from 'node:timers/promises';
import { type ImportDetail, imports, isUnderWay } from '#domain/imports/import.contract';
import type { ImportKind } from '#domain/imports/import-kinds';
import type { Caller } from './test-app';
import { multipartForm, type TestFile } from './upload';

/** Uploads a file, or several as one import, as a user does, and waits until it is read. */
export async function uploadTable(
  caller: Caller,
  kind: ImportKind,
  ...files: readonly TestFile[]
): Promise<ImportDetail> {
  const { body, headers } = await multipartForm({ kind }, files, 'file');
  const sent = await caller.call(imports.upload, { body, headers });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.refusal));
  return settled(caller, sent.reply.id);
}

// The full history (tests/reports/real-history) takes much longer.
const maxDurationMs = process.env.ONLINE_RETAIL ? 3_300_000 : 550_000;

/** Waits until the current step of an import is over. */
export async function settled(caller: Caller, id: number, upToMs = maxDurationMs): Promise<ImportDetail> {
  const end = Date.now() + upToMs;
  for (;;) {
    const { reply } = await caller.call(imports.get, { params: { id } });
    if (!isUnderWay(reply.state)) return reply;
    if (Date.now() > end) throw new Error(`The import still stands at ${reply.state}`);
    await pause(30);
  }
}

type Options = Partial<ImportDetail['options']>;

/** Checks an import with the columns as mapped automatically. */
export async function checkTable(
  caller: Caller,
  imported: ImportDetail,
  options: Options & { mapping?: Record<string, number> } = {},
): Promise<ImportDetail> {
  const { mapping = imported.mapping, ...more } = options;
  const response = await caller.call(imports.check, {
    params: { id: imported.id },
    body: { mapping, ...more },
  });
  if (response.status !== 200) throw new Error(JSON.stringify(response.refusal));
  return settled(caller, imported.id);
}

/** Imports the checked rows, without the rejected ones. */
export async function commitTable(caller: Caller, id: number): Promise<ImportDetail> {
  const response = await caller.call(imports.commit, { params: { id }, body: { without_rejected: true } });
  if (response.status !== 200) throw new Error(JSON.stringify(response.refusal));
  return settled(caller, id);
}

/** A CSV text of as many names: "Torn 0", "Torn 1" and so on. */
export const csvOfNames = (name: string, count: number): string =>
  ['Name', ...Array.from({ length: count }, (_, n) => `${name} ${n}`)].join('\n');

/** A CSV text of these rows. */
export const csvOf = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  rows
    .map(row =>
      row.map(cell => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join('\r\n');
