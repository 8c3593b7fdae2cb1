import { sql } from 'kysely';
import { importKind, importTerms } from '#domain/imports/import-kinds';
import { recordAudit } from '../../kernel/audit';
import { recordFiles } from '../../kernel/stored-files';
import type { WriteContext } from '../../platform/http/context';
import type { MultipartBody } from '../../platform/http/multipart';
import { invalid } from '../../platform/http/refusal';
import { insertedId } from '../../platform/database/inserted-id';
import { ensureCanImport, permissionsOfImports } from './import-access';
import { addImportJob } from './import-jobs';

/** Stores a file, which is read after the commit. 422 without a kind or file. */
export async function uploadImport(ctx: WriteContext, body: MultipartBody): Promise<{ id: number }> {
  const kind = importKind.safeParse(body.fields.kind);
  if (!kind.success) throw invalid({ kind: 'Choose what to import.' });
  ensureCanImport(ctx.actor, kind.data);
  const [file, ...others] = body.files;
  if (!file) throw invalid({ file: 'Choose a CSV or XLSX file.' });
  if (others.length > 0) throw invalid({ file: 'Upload one file at a time.' });
  await recordFiles(ctx, [file]);
  const { rows } = await sql<{ id: number }>`
    insert into imports (kind, file_name, sha256, bytes, format, alive_at, asked_by, asked_rights, created_by, created_at)
    values (${kind.data}, ${file.fileName}, ${file.sha256}, ${file.bytes}, ${file.mediaType}, ${ctx.now}, ${ctx.actor.id},
      ${permissionsOfImports(ctx.actor)}::text[], ${ctx.actor.id}, ${ctx.now})
    returning id`.execute(ctx.tx);
  const id = insertedId(rows);
  await addImportJob(ctx.tx, id);
  recordAudit(ctx, {
    action: 'uploaded',
    recordType: 'import',
    recordId: id,
    recordName: file.fileName,
    after: { kind: importTerms[kind.data].many, file: file.sha256, bytes: file.bytes },
  });
  return { id };
}
