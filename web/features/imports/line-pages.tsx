import { Pagination } from '@mantine/core';

type Props = { page: number; pages: number; onChange: (page: number) => void; label: string };

/** The pages of a table of lines; nothing when there is one. */
export const LinePages = ({ page, pages, onChange, label }: Props) =>
  pages > 1 ? (
    <nav className="import-pages" aria-label={label}>
      <Pagination
        value={page}
        total={pages}
        onChange={onChange}
        size="sm"
        getItemProps={number => ({ 'aria-label': `Page ${number}` })}
        getControlProps={control => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
      />
    </nav>
  ) : null;
