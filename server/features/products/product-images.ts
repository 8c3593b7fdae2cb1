import { sql } from 'kysely';
import { refuseByName } from '#domain/kernel/attachment-rules';
import { imageExtensions, maxImages, type ProductImage } from '#domain/products/product-image.contract';
import { recordAudit } from '../../kernel/audit';
import { recordFiles } from '../../kernel/stored-files';
import type { Reader } from '../../platform/database/open-database';
import type { FileStore } from '../../platform/files/file-store';
import { type ShrunkImage, shrinkImage } from '../../platform/files/shrink-image';
import type { ReadContext, WriteContext } from '../../platform/http/context';
import type { MultipartBody } from '../../platform/http/multipart';
import { conflict, ensureFound, invalid } from '../../platform/http/refusal';
import { FileReply } from '../../platform/http/route';

type Images = { images: ProductImage[] };

/** Resizes uploaded pictures one after the other. 422 for a file that is not a picture. */
export async function shrinkPictures(
  files: FileStore,
  { files: uploads }: MultipartBody,
): Promise<ShrunkImage[]> {
  if (uploads.length === 0) throw invalid({ images: 'Choose at least one picture, as JPEG or PNG.' });
  if (uploads.length > maxImages) throw tooMany();
  const shrunk: ShrunkImage[] = [];
  for (const { fileName, sha256 } of uploads) {
    const isPicture = imageExtensions.some(ending => fileName.toLowerCase().endsWith(ending));
    const image = isPicture && !refuseByName(fileName) ? await shrinkImage(files, sha256) : null;
    if (!image)
      throw invalid({
        images: `${fileName} cannot be read as a picture. Save it as JPEG or PNG and try again.`,
      });
    shrunk.push(image);
  }
  return shrunk;
}

const tooMany = () =>
  invalid({ images: `A product can have at most ${maxImages} pictures. Remove one first.` });

/** Adds pictures after the existing ones. The same picture twice is stored once. */
export async function addImages(
  ctx: WriteContext,
  id: number,
  pictures: readonly ShrunkImage[],
): Promise<Images> {
  const name = await lockName(ctx, id);
  await recordFiles(
    ctx,
    pictures.map(({ sha256, bytes }) => ({ sha256, bytes, mediaType: 'image/webp' })),
  );
  await sql`
    insert into product_images (product_id, sha256, content_type, width, height, bytes, position, created_at)
    select ${id}, new.sha256, 'image/webp', new.width, new.height, new.bytes,
      (select coalesce(max(position), 0) from product_images where product_id = ${id}) + new.line, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(pictures.map((picture, index) => ({ ...picture, line: index + 1 })))}::jsonb)
      as new (sha256 text, width integer, height integer, bytes bigint, line integer)
    where not exists (select from product_images known where known.product_id = ${id} and known.sha256 = new.sha256)`.execute(
    ctx.tx,
  );
  const images = await listImages(ctx.tx, id);
  if (images.length > maxImages) throw tooMany();
  note(ctx, 'picture_added', { id, name }, { pictures: images.length });
  return { images };
}

/** Makes a picture the main one. 404 when the product has no such picture. */
export async function moveImageFirst(ctx: WriteContext, id: number, imageId: number): Promise<Images> {
  const name = await lockName(ctx, id);
  const { rows } = await sql`
    update product_images set position = (select min(position) - 1 from product_images where product_id = ${id})
    where product_id = ${id} and id = ${imageId} returning id`.execute(ctx.tx);
  ensureFound(rows[0], 'Picture');
  note(ctx, 'picture_made_first', { id, name });
  return { images: await listImages(ctx.tx, id) };
}

/** Removes a picture. Its file is swept up later, because another record may hold the same content. */
export async function removeImage(ctx: WriteContext, id: number, imageId: number): Promise<Images> {
  const name = await lockName(ctx, id);
  const { rows } = await sql`
    delete from product_images where product_id = ${id} and id = ${imageId} returning id`.execute(ctx.tx);
  ensureFound(rows[0], 'Picture');
  note(ctx, 'picture_removed', { id, name });
  return { images: await listImages(ctx.tx, id) };
}

/** The bytes of a picture. 404 when the product has no such picture. */
export async function sendImage(
  { db, files }: Pick<ReadContext, 'db' | 'files'>,
  id: number,
  imageId: number,
): Promise<FileReply> {
  const { rows } = await sql<{ sha256: string; content_type: string }>`
    select sha256, content_type from product_images where product_id = ${id} and id = ${imageId}`.execute(db);
  const image = ensureFound(rows[0], 'Picture');
  return new FileReply(`picture-${imageId}.webp`, image.content_type, files.read(image.sha256));
}

async function listImages(db: Reader, id: number): Promise<ProductImage[]> {
  const { rows } = await sql<ProductImage>`
    select id, width, height from product_images where product_id = ${id} order by position, id`.execute(db);
  return rows;
}

/**
 * Locks the product, so that two uploads at once cannot exceed the limit. Returns its name for the audit log.
 */
async function lockName(ctx: WriteContext, id: number): Promise<string> {
  const { rows } = await sql<{ name: string; status: string }>`
    select name, status from products where id = ${id} for update`.execute(ctx.tx);
  const product = ensureFound(rows[0], 'Product');
  if (product.status === 'archived')
    throw conflict(`${product.name} is archived. Restore it before you change it.`);
  return product.name;
}

const note = (
  ctx: WriteContext,
  action: string,
  { id, name }: { id: number; name: string },
  after: Record<string, unknown> | null = null,
) => recordAudit(ctx, { action, recordType: 'product', recordId: id, recordName: name, after });
