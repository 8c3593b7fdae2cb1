import { type ImportDetail, imports } from '#domain/imports/import.contract';
import type { QuerySent } from '#domain/kernel/call';
import { productChoices } from '#domain/products/product-choices.contract';
import { asOf, contractQuery, previousWhileLoading, pageQuery, recordQuery } from '../../platform/queries';

export const importPage = pageQuery(imports.list);
export const importById = recordQuery(imports.get);
export const unitChoices = contractQuery(productChoices);

/** Fetched data of an import is out of date once the import has changed. */
type AsItIs = Pick<ImportDetail, 'id' | 'version'>;

export const rowsOf = ({ id, version }: AsItIs, query: QuerySent<typeof imports.rows>) =>
  asOf(previousWhileLoading(imports.rows, { params: { id }, query }), version);

/** All rows of an import, as a prefix of their query keys. */
export const allRowsOf = (id: number) => contractQuery(imports.rows, { params: { id } });

export const listedLines = ({ id, version }: AsItIs, query: QuerySent<typeof imports.listed>) =>
  asOf(previousWhileLoading(imports.listed, { params: { id }, query }), version);

export const settledLines = ({ id, version }: AsItIs, query: QuerySent<typeof imports.settled>) =>
  asOf(previousWhileLoading(imports.settled, { params: { id }, query }), version);

export const summaryOf = ({ id, version, history }: ImportDetail) =>
  asOf(contractQuery(imports.summary, { params: { id } }), version, history?.done);

export const undoPlanOf = ({ id, version }: AsItIs) =>
  asOf(contractQuery(imports.undoPlan, { params: { id } }), version);
