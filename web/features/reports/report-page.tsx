import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { daysInWords, type Period } from '#domain/kernel/period';
import { usePageTitle } from '../../platform/page-title';
import type { IgnoredParam } from '../../platform/ignored-params';
import { IgnoredParams } from '../../ui/list/ignored-params';
import { LoadFailure } from '../../ui/load-failure';
import { PageHeader } from '../../ui/page-header';
import './reports.css';

type Shown = Period & { readonly compared: Period | null };

/** The frame of every report: heading with its period, filters in one line, and its cards. */
export function ReportPage<Report extends Shown>({
  title,
  page,
  actions,
  ignored,
  filters,
  children,
}: {
  title: string;
  page: {
    readonly data: Report | undefined;
    readonly error: Error | null;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  actions?: ReactNode;
  /** Parameters in the address that the report could not use. */
  ignored: readonly IgnoredParam[];
  filters: ReactNode;
  children: (report: Report) => ReactNode;
}) {
  usePageTitle(title);
  const { data, error } = page;
  return (
    <>
      <PageHeader
        title={title}
        detail={
          data
            ? `${daysInWords(data)}${data.compared ? `, compared with ${daysInWords(data.compared)}` : ''}`
            : '…'
        }
        actions={actions}
      />
      <div className="report-filters">{filters}</div>
      <IgnoredParams ignored={ignored} />
      {error ? (
        <LoadFailure page={page} words={error.message || undefined} />
      ) : data ? (
        <div
          className="report"
          data-stale={page.isPlaceholderData || undefined}
          aria-busy={page.isPlaceholderData}
        >
          {children(data)}
        </div>
      ) : (
        <Skeleton height={420} />
      )}
    </>
  );
}
