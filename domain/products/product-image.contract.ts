import * as z from 'zod';
import { can, canAny } from '../kernel/access';
import { call, nothing } from '../kernel/call';
import { id } from '../kernel/fields';

/** A product picture, resized and without metadata. The first is the main one. */
const productImage = z.object({ id, width: z.int(), height: z.int() });
const imageList = z.object({ images: z.array(productImage) });

export const maxImages = 8;
/** The accepted formats. Every picture is stored as WebP. */
export const imageExtensions = ['.jpg', '.jpeg', '.png'] as const;

export const productImages = {
  add: call('POST', '/products/{id}/images', {
    summary: 'Add JPEG or PNG pictures to a product. They are resized and all metadata is removed',
    access: can('edit_product'),
    bodyKind: 'multipart',
    form: { fields: nothing, files: 'images[]', many: true },
    reply: imageList,
    perMinute: 60,
  }),
  content: call('GET', '/products/{id}/images/{image_id}', {
    summary: 'Show a product picture as WebP',
    access: canAny('view_product', 'edit_product'),
    reply: z.unknown(),
    replyKind: 'file',
  }),
  makeFirst: call('POST', '/products/{id}/images/{image_id}/first', {
    summary: 'Make a picture the main picture of its product',
    access: can('edit_product'),
    reply: imageList,
  }),
  remove: call('DELETE', '/products/{id}/images/{image_id}', {
    summary: 'Remove a picture from a product',
    access: can('edit_product'),
    reply: imageList,
  }),
};

export type ProductImage = z.output<typeof productImage>;
