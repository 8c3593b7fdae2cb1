import { useState } from 'react';
import { pageSize } from '#domain/kernel/list-query';
import { type Column, DataTable } from './data-table';
import { PageNumbers } from './page-numbers';
import './long-table.css';

type Props<Row> = {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** Shown when there are no rows. */
  empty: string;
};

/** A table of loaded rows, ten at a time. */
export function LongTable<Row>({ label, rows, rowKey, columns, empty }: Props<Row>) {
  const [requestedPage, setPage] = useState(1);
  if (rows.length === 0) return <p className="long-table-empty">{empty}</p>;
  const pages = Math.ceil(rows.length / pageSize);
  const page = Math.min(requestedPage, pages);
  return (
    <>
      <DataTable
        label={label}
        rows={rows.slice((page - 1) * pageSize, page * pageSize)}
        rowKey={rowKey}
        columns={columns}
      />
      <div className="long-table-foot">
        <span className="figures">Total: {rows.length.toLocaleString('en-GB')}</span>
        {pages > 1 && (
          <PageNumbers
            label={`Pages of ${label.toLowerCase()}`}
            page={page}
            pages={pages}
            onChange={setPage}
          />
        )}
      </div>
    </>
  );
}
