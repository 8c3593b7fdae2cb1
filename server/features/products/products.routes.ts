import { productChoices } from '#domain/products/product-choices.contract';
import { productImages } from '#domain/products/product-image.contract';
import { productActivity } from '#domain/products/product-activity.contract';
import { productLabels } from '#domain/products/product-label.contract';
import { londonDate } from '#domain/kernel/dates';
import { products } from '#domain/products/product.contract';
import { FileReply, read, type Route, write, writePrepared } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { archiveProduct, removeProduct } from './archive-product';
import { duplicateProduct } from './duplicate-product';
import { getProduct } from './get-product';
import { findProductChoices } from './product-choices';
import { productExportColumns } from './product-export';
import { addImages, moveImageFirst, removeImage, sendImage, shrinkPictures } from './product-images';
import { listProductMovements, listProductPurchases, listProductSales } from './product-activity.queries';
import { drawProductLabels } from './product-labels';
import { canSeeCost } from './product-reply';
import { listProducts, streamProducts } from './products.queries';
import { createProduct, editProduct } from './save-product';
import { searchProducts } from './search-products';

export const productRoutes: Route[] = [
  read(products.search, ({ db, query, actor, now }) =>
    searchProducts(db, query, { actor, today: londonDate(now) }),
  ),
  read(productChoices, ({ db, now }) => findProductChoices(db, now)),
  read(products.list, ({ db, query, actor, now }) =>
    listProducts(db, query, { withCost: canSeeCost(actor), now }),
  ),
  read(products.export, async ({ db, query, actor, now }) => {
    const withCost = canSeeCost(actor);
    const rows = streamProducts(db, query, { withCost, now });
    return exportReply('products', query.format, productExportColumns(withCost), rows);
  }),
  read(productLabels, async ({ db, query, now }) => {
    const content = await drawProductLabels(db, query, now);
    return new FileReply(`labels-${query.sheet}.pdf`, 'application/pdf', content);
  }),
  read(products.get, ({ db, params, actor, now }) => getProduct(db, params.id, { actor, now })),
  read(productActivity.movements, ({ db, params, actor }) =>
    listProductMovements(db, params.id, canSeeCost(actor)),
  ),
  read(productActivity.purchases, ({ db, params, actor }) =>
    listProductPurchases(db, params.id, canSeeCost(actor)),
  ),
  read(productActivity.sales, ({ db, params }) => listProductSales(db, params.id)),
  write(products.create, ({ ctx, body }) => createProduct(ctx, body)),
  write(products.update, ({ ctx, params, body }) => editProduct(ctx, params.id, body)),
  write(products.duplicate, ({ ctx, params }) => duplicateProduct(ctx, params.id)),
  write(products.archive, ({ ctx, params, body }) => archiveProduct(ctx, params.id, body.archived)),
  write(products.remove, ({ ctx, params }) => removeProduct(ctx, params.id)),
  writePrepared(productImages.add, shrinkPictures, ({ ctx, params, body }) =>
    addImages(ctx, params.id, body),
  ),
  read(productImages.content, ({ db, files, params }) =>
    sendImage({ db, files }, params.id, params.image_id),
  ),
  write(productImages.makeFirst, ({ ctx, params }) => moveImageFirst(ctx, params.id, params.image_id)),
  write(productImages.remove, ({ ctx, params }) => removeImage(ctx, params.id, params.image_id)),
];
