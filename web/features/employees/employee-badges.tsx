import { type EmployeeStatus, employeeStatusNames } from '#domain/employees/employee.status';
import type { ExpiryState } from '#domain/employees/employee-document.contract';
import { formatDate } from '#domain/kernel/dates';
import { Badge, type Tone } from '../../ui/badge';
import { Day } from '../../ui/dates/day';

const tones: Readonly<Record<EmployeeStatus, Tone>> = {
  active: 'success',
  on_leave: 'info',
  suspended: 'warning',
  left: 'secondary',
};

export const EmployeeBadge = ({ status }: { status: EmployeeStatus }) => (
  <Badge tone={tones[status]}>{employeeStatusNames[status]}</Badge>
);

/** The expiry date of a document, highlighted if it is close or past. */
export function Expiry({ on, state }: { on: string | null; state: ExpiryState }) {
  if (on === null || state === 'valid') return <Day date={on} />;
  return (
    <span className="figures">
      {state === 'expired' ? (
        <Badge tone="danger">Expired {formatDate(on)}</Badge>
      ) : (
        <Badge tone="warning">Until {formatDate(on)}</Badge>
      )}
    </span>
  );
}
