import type { ImportKind } from '#domain/imports/import-kinds';
import type { Importer } from '../../kernel/imports';
import { customerImporter } from '../customers';
import { masterImporters } from '../masters';
import { productImporter } from '../products';
import { supplierImporter } from '../suppliers';

/** Who does the work of each kind. */
export const importers: Readonly<Record<ImportKind, Importer>> = {
  products: productImporter,
  suppliers: supplierImporter,
  customers: customerImporter,
  ...masterImporters,
};
