import { sql } from 'kysely';
import { importKind, importTerms } from '#domain/imports/import-kinds';
import { recordAudit } from '../../kernel/audit';
import { recordFiles } from '../../kernel/stored-files';
import type { Tx } from '../../platform/database/open-database';
import type { WriteContext } from '../../platform/http/context';
import type { MultipartBody, StoredUpload } from '../../platform/http/multipart';
import { invalid } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { ensureCanImport, permissionsOfImports } from './import-access';
import { addImportJob } from './import-jobs';

/** Stores files, which are read as one table after the commit. 422 without a kind or file. */
export async function uploadImport(ctx: WriteContext, body: MultipartBody): Promise<{ id: number }> {
  const kind = importKind.safeParse(body.fields.kind);
  if (!kind.success) throw invalid({ kind: 'Choose what to import.' });
  ensureCanImport(ctx.actor, kind.data);
  ensureDifferent(body.files);
  await recordFiles(ctx, body.files);
  const fileName = nameOf(body.files);
  const { rows } = await sql<{ id: number }>`
    insert into imports (kind, file_name, alive_at, asked_by, asked_rights, created_by, created_at)
    values (${kind.data}, ${fileName}, now(), ${ctx.actor.id}, ${permissionsOfImports(ctx.actor)}::text[],
      ${ctx.actor.id}, ${ctx.now})
    returning id`.execute(ctx.tx);
  const id = insertedId(rows);
  await insertFiles(ctx.tx, id, body.files);
  await addImportJob(ctx.tx, id);
  recordAudit(ctx, {
    action: 'uploaded',
    recordType: 'import',
    recordId: id,
    recordName: fileName,
    after: {
      kind: importTerms[kind.data].many,
      file: body.files.map(({ sha256 }) => sha256).join(', '),
      bytes: body.files.reduce((sum, { bytes }) => sum + bytes, 0),
    },
  });
  return { id };
}

/** The same file twice would double its rows. */
function ensureDifferent(files: readonly StoredUpload[]): void {
  if (files.length === 0) throw invalid({ file: 'Choose a CSV or XLSX file.' });
  const names = new Map<string, string>();
  for (const { sha256, fileName } of files) {
    const other = names.get(sha256);
    if (other !== undefined)
      throw invalid({ file: `${other} and ${fileName} have the same content. Upload each file once.` });
    names.set(sha256, fileName);
  }
}

const nameOf = ([first, ...others]: readonly StoredUpload[]): string =>
  `${first?.fileName ?? ''}${others.length > 0 ? ` and ${others.length} more` : ''}`;

async function insertFiles(tx: Tx, id: number, files: readonly StoredUpload[]): Promise<void> {
  const rows = files.map(({ fileName, sha256, bytes, mediaType }, index) => ({
    position: index + 1,
    file_name: fileName,
    sha256,
    bytes,
    format: mediaType,
  }));
  await sql`
    insert into import_files (import_id, position, file_name, sha256, bytes, format)
    select ${id}, position, file_name, sha256, bytes, format from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as file (position integer, file_name text, sha256 text, bytes bigint, format text)`.execute(tx);
}
