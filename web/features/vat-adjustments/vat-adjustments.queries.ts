import type { QuerySent } from '#domain/kernel/call';
import { vatAdjustments } from '#domain/vat-returns/vat-adjustment.contract';
import { vatReliefs } from '#domain/vat-returns/vat-relief.contract';
import {
  previousWhileLoading,
  pageQuery,
  recordList,
  recordQuery,
  totalsQuery,
} from '../../platform/queries';

export const adjustmentPage = pageQuery(vatAdjustments.list);
export const adjustmentTotals = totalsQuery(vatAdjustments.totals);
export const adjustmentList = recordList(vatAdjustments.list, id => `/vat-adjustments/${id}`);
export const adjustmentById = recordQuery(vatAdjustments.get);
export const reliefPage = pageQuery(vatReliefs.list);
export const reliefTotals = totalsQuery(vatReliefs.totals);
export const previewOf = (values: QuerySent<typeof vatAdjustments.preview>) =>
  previousWhileLoading(vatAdjustments.preview, { query: values });
