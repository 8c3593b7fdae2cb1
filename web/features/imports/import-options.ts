import type { ImportDetail } from '#domain/imports/import.contract';

export type Options = ImportDetail['options'];
