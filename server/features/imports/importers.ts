import type { ImportKind } from '#domain/imports/import-kinds';
import type { Importer } from '../../kernel/imports';
import { masterImporters } from '../masters';
import { supplierImporter } from '../suppliers';

/** Who does the work of each kind. */
export const importers: Readonly<Partial<Record<ImportKind, Importer>>> = {
  suppliers: supplierImporter,
  ...masterImporters,
};
