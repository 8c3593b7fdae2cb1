import { PageNumbers } from '../../ui/page-numbers';

type Props = { page: number; pages: number; onChange: (page: number) => void; label: string };

/** The pages of a table of lines; nothing when there is one. */
export const LinePages = ({ page, pages, onChange, label }: Props) =>
  pages > 1 ? (
    <div className="import-pages">
      <PageNumbers label={label} page={page} pages={pages} onChange={onChange} />
    </div>
  ) : null;
