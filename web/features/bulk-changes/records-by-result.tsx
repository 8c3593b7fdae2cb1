import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PageOf, pageSize } from '#domain/kernel/list-query';
import type { Reading } from '../../platform/queries';
import { Card } from '../../ui/card';
import { type Column, DataTable } from '../../ui/table/data-table';
import { LoadFailure } from '../../ui/load-failure';
import { optionsFrom } from '../../ui/form/options-from';
import { PageNumbers } from '../../ui/list/page-numbers';
import { usePageThatExists } from '../../ui/list/use-page-that-exists';
import './records-by-result.css';

type Asked<Outcome> = { page: string; per_page: string; outcome?: Outcome };
type Props<Row, Outcome extends string> = {
  results: Readonly<Record<Outcome, string>>;
  recordsOf: (asked: Asked<Outcome>) => Reading<PageOf<Row>>;
  columns: readonly Column<Row>[];
};

/** The records of a bulk change or bulk email, page by page, of all results or of one. */
export function RecordsByResult<Row extends { readonly record_id: number }, Outcome extends string>({
  results,
  recordsOf,
  columns,
}: Props<Row, Outcome>) {
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  const [page, setPage] = useState(1);
  const records = useQuery(
    recordsOf({ page: String(page), per_page: String(pageSize), ...(outcome ? { outcome } : {}) }),
  );
  const { data } = records;
  usePageThatExists({ page, correctPage: setPage }, data);
  return (
    <Card title="Records" flush>
      <div className="result-filter">
        <NativeSelect
          aria-label="Result"
          data={[{ value: '', label: 'All results' }, ...optionsFrom(results)]}
          value={outcome}
          onChange={event => {
            setOutcome(event.currentTarget.value as Outcome | '');
            setPage(1);
          }}
        />
        {data && data.last_page > 1 && (
          <PageNumbers label="Pages" page={page} pages={data.last_page} onChange={setPage} />
        )}
      </div>
      {records.isError && !data ? (
        <LoadFailure page={records} />
      ) : (
        <DataTable label="Records" rows={data?.data} rowKey={row => row.record_id} columns={columns} />
      )}
    </Card>
  );
}
