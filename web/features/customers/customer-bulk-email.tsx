import { Checkbox } from '@mantine/core';
import { customers } from '#domain/customers/customer.contract';
import { statementBulkEmail } from '#domain/wallet/statement-bulk-email.contract';
import { DateInput } from '../../ui/dates/date-input';
import type { BulkEmailTerms, MailOptions } from '../bulk-emails';
import '../../ui/form/form.css';

/** How many customers are emailed their statements at once. */
export const statementMailTerms: BulkEmailTerms = {
  kind: 'statements',
  calls: statementBulkEmail,
  list: customers.list,
  one: 'statement',
  action: 'Email statements',
  nameHeader: 'Customer',
  recordAddress: '/customers/view/$id',
  renderOptions: (options, change, errors) => (
    <>
      <div className="form-columns">
        <DateInput
          label="From"
          description="Leave blank for all earlier entries"
          value={dateOf(options, 'from')}
          error={errors.from}
          onChange={date => change({ from: date || null })}
        />
        <DateInput
          label="To"
          description="Leave blank for today"
          value={dateOf(options, 'to')}
          error={errors.to}
          onChange={date => change({ to: date || null })}
        />
      </div>
      <Checkbox
        label="Skip customers with no open items"
        checked={options.skip_settled !== false}
        onChange={event => change({ skip_settled: event.currentTarget.checked })}
      />
    </>
  ),
};

function dateOf(options: MailOptions, name: string): string {
  const date = options[name];
  return typeof date === 'string' ? date : '';
}
