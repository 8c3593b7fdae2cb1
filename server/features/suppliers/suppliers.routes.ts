import { londonDate } from '#domain/kernel/dates';
import { supplierAttachments } from '#domain/suppliers/supplier-attachment.contract';
import { supplierPrices } from '#domain/suppliers/supplier-price.contract';
import { supplierTerms } from '#domain/suppliers/supplier-terms.contract';
import { suppliers } from '#domain/suppliers/supplier.contract';
import { attachmentRoutes } from '../../kernel/attachments';
import { FileReply, read, type Route, write } from '../../platform/http/route';
import { exportReply } from '../../platform/spreadsheets/export-reply';
import { removeSupplier } from './delete-supplier';
import { getSupplier } from './get-supplier';
import { documentsOfSuppliers } from './supplier-attachments';
import { createSupplier, editSupplier } from './save-supplier';
import { supplierExportColumns } from './supplier-export';
import { searchSuppliers } from './search-suppliers';
import { listMinimums, listSupplierPrices, saveSupplierPrice } from './supplier-prices';
import { supplierVisibility } from './supplier-visibility';
import { getSupplierTerms, saveSupplierTerms } from './supplier-terms';
import { drawSupplierReport } from './supplier-report';
import { listSuppliers, streamSuppliers, totalSuppliers } from './suppliers.queries';

export const supplierRoutes: Route[] = [
  read(suppliers.list, ({ db, query, actor }) => listSuppliers(db, query, supplierVisibility(query, actor))),
  read(suppliers.totals, ({ db, query, actor }) =>
    totalSuppliers(db, query, supplierVisibility(query, actor)),
  ),
  read(suppliers.export, async ({ db, query, actor }) => {
    const visibility = supplierVisibility(query, actor);
    return exportReply(
      'suppliers',
      query.format,
      supplierExportColumns(visibility.withOwed),
      streamSuppliers(db, query, visibility),
    );
  }),
  read(suppliers.search, ({ db, query }) => searchSuppliers(db, query)),
  read(suppliers.get, ({ db, params }) => getSupplier(db, params.id)),
  read(suppliers.exportPdf, async ({ db, params, now }) => {
    const { fileName, content } = await drawSupplierReport(db, params.id, now);
    return new FileReply(fileName, 'application/pdf', content);
  }),
  read(supplierPrices.list, ({ db, params, query, now }) =>
    listSupplierPrices(db, params.id, { ...query, today: londonDate(now) }),
  ),
  read(supplierPrices.minimums, ({ db, params }) => listMinimums(db, params.id)),
  write(supplierPrices.save, ({ ctx, params, body }) =>
    saveSupplierPrice(ctx, params.id, params.product_id, body),
  ),
  read(supplierTerms.get, ({ db, params }) => getSupplierTerms(db, params.id)),
  write(supplierTerms.save, ({ ctx, params, body }) => saveSupplierTerms(ctx, params.id, body)),
  ...attachmentRoutes(supplierAttachments, documentsOfSuppliers),
  write(suppliers.create, ({ ctx, body }) => createSupplier(ctx, body)),
  write(suppliers.update, ({ ctx, params, body }) => editSupplier(ctx, params.id, body)),
  write(suppliers.remove, ({ ctx, params }) => removeSupplier(ctx, params.id)),
];
