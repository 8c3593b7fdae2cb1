import type { ListSelection } from '../../ui/list/use-list-selection';
import { BulkSelectionBar } from '../bulk-changes';
import { supplierBulkTerms } from './supplier-bulk';

/** What can be done with the selected suppliers. */
export const SupplierSelectionBar = ({ selection }: { selection: ListSelection }) => (
  <BulkSelectionBar selection={selection} terms={supplierBulkTerms} />
);
