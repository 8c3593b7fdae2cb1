import type { QuerySent } from '#domain/kernel/call';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import { previousWhileLoading, pageQuery, recordList, recordQuery } from '../../platform/queries';

export const adjustmentPage = pageQuery(vatAdjustments.list);
export const adjustmentList = recordList(vatAdjustments.list, id => `/vat-adjustments/${id}`);
export const adjustmentById = recordQuery(vatAdjustments.get);
export const reliefPage = pageQuery(vatReliefs.list);
export const previewOf = (values: QuerySent<typeof vatAdjustments.preview>) =>
  previousWhileLoading(vatAdjustments.preview, { query: values });
