import { statusBulkCalls } from '../bulk-changes/bulk-change.contract';
import { can } from '../kernel/access';
import { priceGroups } from './price-group.contract';
import { promotions } from './promotion.contract';

const access = can('view_product', 'edit_product');

export const priceGroupBulk = statusBulkCalls(priceGroups.list, { many: 'price groups', access });
export const promotionBulk = statusBulkCalls(promotions.list, { many: 'promotions', access });
