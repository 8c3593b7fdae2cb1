import { type PromotionRow, promotions } from '#domain/pricing/promotion.contract';
import { request } from '../../platform/api';
import { cellEditor } from '../../ui/table/cell-editor';
import { statusOptions } from '../../ui/filters/status-options';
import { bodyOf, valuesOf } from './promotion-values';

/** Edits a promotion in its row, which has only a part of it. */
export const PromotionCellEditor = cellEditor({
  call: promotions.update,
  list: promotions.list,
  fields: {
    name: { label: 'Name', maxLength: 100 },
    status: { label: 'Status', options: statusOptions },
  },
  recordOf: ({ id }: PromotionRow) => request(promotions.get, { params: { id }, shownInPlace: true }),
  shown: ({ name, status }) => ({ name, status }),
  valuesOf,
  bodyOf,
});
