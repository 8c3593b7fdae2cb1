import { PageNumbers } from '../../ui/page-numbers';

type Props = { page: number; pages: number; onChange: (page: number) => void; label: string };

/** Page buttons of a table of lines; hidden if there is one page. */
export const LinePages = ({ page, pages, onChange, label }: Props) =>
  pages > 1 ? (
    <div className="import-pages">
      <PageNumbers label={label} page={page} pages={pages} onChange={onChange} />
    </div>
  ) : null;
