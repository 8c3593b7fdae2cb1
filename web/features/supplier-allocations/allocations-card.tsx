import { Card } from '../../ui/card';
import type { Notices } from '../../ui/notice';
import { AllocationTable } from './allocation-table';

/** All allocations on a supplier's ledger. */
export const AllocationsCard = ({ supplierId, notices }: { supplierId: number; notices: Notices }) => (
  <Card title="Allocations" flush>
    <AllocationTable supplierId={supplierId} notices={notices} />
  </Card>
);
