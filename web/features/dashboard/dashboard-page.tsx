import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReplyOf } from '#domain/kernel/call';
import { formatMoment } from '#domain/kernel/dates';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import { request } from '../../platform/api';
import { usePageTitle } from '../../platform/page-title';
import { Card } from '../../ui/card';
import { actionWords, recordWords } from '../../ui/activity-words';
import { Money, Outstanding } from '../../ui/money';
import { PageHeader } from '../../ui/page-header';
import { Tiles } from '../../ui/tiles';
import './dashboard.css';

type Dashboard = ReplyOf<typeof dashboard.show>;

/** The figures of what exists so far, each for those who may see it, and what happened last. */
export function DashboardPage() {
  usePageTitle('Dashboard');
  const page = useQuery({
    queryKey: [dashboard.show.path],
    queryFn: ({ signal }) => request(dashboard.show, { signal, shownInPlace: true }),
    refetchInterval: 60_000,
  });
  return (
    <>
      <PageHeader title="Dashboard" />
      {page.data ? (
        <Figures figures={page.data} />
      ) : page.isError ? (
        <>
          <Alert role="alert" color="red" variant="light" mb={12} data-notice="danger">
            Failed to load data.
          </Alert>
          <Button variant="default" onClick={() => void page.refetch()}>
            Try again
          </Button>
        </>
      ) : (
        <Skeleton height={420} />
      )}
    </>
  );
}

function Figures({ figures }: { figures: Dashboard }) {
  const { suppliers, failed_emails, activity } = figures;
  return (
    <>
      {suppliers && (
        <Card title="Suppliers">
          <Tiles
            tiles={[
              {
                label: 'Active suppliers',
                value: (
                  <Link to="/suppliers" search={{ status: 'active' } as never}>
                    {suppliers.active}
                  </Link>
                ),
              },
              {
                label: 'Inactive',
                value: (
                  <Link to="/suppliers" search={{ status: 'inactive' } as never}>
                    {suppliers.inactive}
                  </Link>
                ),
              },
              { label: 'Open orders', value: suppliers.open_orders },
              { label: 'Value of open orders', value: <Money pence={suppliers.open_order_amount} /> },
              {
                label: 'Outstanding, on orders',
                value: <Outstanding pence={suppliers.outstanding_amount} />,
              },
              ...(failed_emails ? [{ label: 'E-mails not delivered', value: failed_emails }] : []),
            ]}
          />
        </Card>
      )}
      <div className="dashboard-columns">
        {suppliers && (
          <Card title="Owed most" flush>
            {suppliers.owed_most.length === 0 ? (
              <p className="dashboard-empty">Nothing is outstanding.</p>
            ) : (
              <ol className="dashboard-list">
                {suppliers.owed_most.map(supplier => (
                  <li key={supplier.id}>
                    <Link to="/suppliers/$id" params={{ id: String(supplier.id) } as never}>
                      {supplier.name}
                    </Link>
                    <Outstanding pence={supplier.outstanding_amount} />
                  </li>
                ))}
              </ol>
            )}
          </Card>
        )}
        <Card title="Recent activity" flush>
          {activity.length === 0 ? (
            <p className="dashboard-empty">What you do in Counterfoil appears here.</p>
          ) : (
            <Activity activity={activity} />
          )}
        </Card>
      </div>
    </>
  );
}

const Activity = ({ activity }: { activity: Dashboard['activity'] }) => (
  <ol className="dashboard-list">
    {activity.map(entry => (
      <li key={entry.id}>
        <span>
          <strong>{entry.actor}</strong> {actionWords(entry.action)} {recordWords(entry.record_type)}{' '}
          {entry.record_name}
        </span>
        <time className="figures" dateTime={entry.at.toISOString()}>
          {formatMoment(entry.at)}
        </time>
      </li>
    ))}
  </ol>
);
