import { useAccess } from '../../platform/access';
import type { ListState } from '../../platform/list-state';
import { OnlyChosen } from '../../ui/filters/only-chosen';
import { RecordsFilter } from '../../ui/filters/records-filter';
import { CustomerPicker } from './customer-picker';
import { customersByIds } from './customers.queries';

/** The customer filter of a list. Who may not see customers sees only that it is set. */
export const CustomerFilter = ({ list }: { list: ListState<never, 'customer_id'> }) =>
  useAccess().can('view_customer') ? (
    <RecordsFilter
      list={list}
      name="customer_id"
      label="Customer"
      all="All customers"
      Picker={CustomerPicker}
      byIds={customersByIds}
    />
  ) : (
    <OnlyChosen list={list} name="customer_id" kind="customer" />
  );
