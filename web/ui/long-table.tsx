import { Pagination } from '@mantine/core';
import { useState } from 'react';
import { pageSize } from '#domain/kernel/list-query';
import { type Column, DataTable } from './data-table';
import './long-table.css';

type Props<Row> = {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  /** Said when there are no rows. */
  empty: string;
};

/** A table whose rows are all here already, shown ten at a time. */
export function LongTable<Row>({ label, rows, rowKey, columns, empty }: Props<Row>) {
  const [wanted, setPage] = useState(1);
  if (rows.length === 0) return <p className="long-table-empty">{empty}</p>;
  const pages = Math.ceil(rows.length / pageSize);
  const page = Math.min(wanted, pages);
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
          <nav aria-label={`Pages of ${label.toLowerCase()}`} className="no-print">
            <Pagination
              value={page}
              total={pages}
              onChange={setPage}
              siblings={pages <= 10 ? 10 : 1}
              size="sm"
              getItemProps={number => ({ 'aria-label': `Page ${number}` })}
              getControlProps={control => ({
                'aria-label': control === 'next' ? 'Next page' : 'Previous page',
              })}
            />
          </nav>
        )}
      </div>
    </>
  );
}
