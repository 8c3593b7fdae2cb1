import { Card } from '../../ui/card';
import type { Notices } from '../../ui/notice';
import { AllocationTable } from './allocation-table';

type Props = {
  supplierId: number;
  /** Only those to one bill. */
  billId?: number;
  notices: Notices;
};

/** All allocations on a supplier's ledger, or those to one bill. */
export const AllocationsCard = (allocations: Props) => (
  <Card title="Allocations" flush>
    <AllocationTable {...allocations} />
  </Card>
);
