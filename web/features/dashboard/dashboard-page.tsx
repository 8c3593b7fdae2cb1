import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import { dashboard } from '#domain/dashboard/dashboard.contract';
import type { Widget } from '#domain/dashboard/dashboard-layout';
import { pollMs, liveIsUp } from '../../platform/live-state';
import { useIsCompanyStatusLoading } from '../../platform/company-status';
import { usePageTitle } from '../../platform/page-title';
import { useStore } from '../../platform/store';
import { LoadFailure } from '../../ui/load-failure';
import { onDemand } from '../../ui/on-demand';
import { PageHeader } from '../../ui/page-header';
import { CompanyNotices } from '../books';
import { ActivityCard } from './activity-card';
import { GuideCard, useIsGuideLoading } from '../get-started';
import { HoursCard } from './hours-card';
import { MoneyAheadCard } from './money-ahead-card';
import { StockCard } from './stock-card';
import { OwedMostCard, SuppliersCard } from './suppliers-cards';
import { TakingsCard } from './takings-card';
import { TodoCard } from './todo-card';
import { TradeCard } from './trade-card';
import './dashboard.css';
import { dashboardNow } from './dashboard.queries';

const LayoutDialog = onDemand(() => import('./layout-dialog').then(loaded => loaded.LayoutDialog));

type Dashboard = ReplyOf<typeof dashboard.show>;

/** The day at a glance: the cards that each user has chosen and may see. Updates are pushed. */
export function DashboardPage() {
  usePageTitle('Dashboard');
  const [isArranging, setArranging] = useState(false);
  const isUp = useStore(liveIsUp);
  const page = useQuery({ ...dashboardNow, refetchInterval: isUp ? false : pollMs });
  // Shown together, because what comes later would push the cards down (F81).
  const [isStatusLoading, isGuideLoading] = [useIsCompanyStatusLoading(), useIsGuideLoading()];
  const isLoading = page.isPending || isStatusLoading || isGuideLoading;
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          page.data && (
            <Button
              variant="default"
              leftSection={<SlidersHorizontal size={16} />}
              onClick={() => setArranging(true)}
            >
              Arrange
            </Button>
          )
        }
      />
      <div hidden={isLoading}>
        <CompanyNotices />
        <GuideCard />
      </div>
      {isLoading ? (
        <Skeleton height={420} />
      ) : page.data ? (
        <Widgets figures={page.data} />
      ) : (
        <LoadFailure page={page} />
      )}
      {isArranging && page.data && (
        <LayoutDialog
          layout={page.data.layout}
          available={page.data.available}
          onClose={() => setArranging(false)}
        />
      )}
    </>
  );
}

/** Each card; undefined if there is nothing that the user may see. */
const drawn: Readonly<Record<Widget, (figures: Dashboard) => ReactNode>> = {
  trade: ({ trade }) => trade && <TradeCard trade={trade} />,
  todo: ({ todo }) => todo && todo.length > 0 && <TodoCard todo={todo} />,
  hours: ({ hours }) => hours && <HoursCard takings={hours} />,
  money_ahead: ({ money_ahead }) => money_ahead && <MoneyAheadCard money={money_ahead} />,
  takings: ({ takings }) => takings && <TakingsCard takings={takings} />,
  stock: ({ stock }) => stock && <StockCard stock={stock} />,
  suppliers: ({ suppliers }) => suppliers && <SuppliersCard suppliers={suppliers} />,
  owed_most: ({ suppliers }) => suppliers && <OwedMostCard owed={suppliers.owed_most} />,
  activity: ({ activity }) => activity && <ActivityCard activity={activity} />,
};
const halfWide: ReadonlySet<Widget> = new Set(['owed_most', 'activity']);

function Widgets({ figures }: { figures: Dashboard }) {
  const shown = figures.layout.shown.flatMap(name => {
    const part = drawn[name](figures);
    return part ? [{ name, part }] : [];
  });
  if (shown.length === 0)
    return <p className="dashboard-empty">All cards are hidden. Choose Arrange to show some.</p>;
  return (
    <div className="dashboard-widgets">
      {shown.map(({ name, part }) => (
        <div key={name} className={halfWide.has(name) ? undefined : 'dashboard-wide'}>
          {part}
        </div>
      ))}
    </div>
  );
}
