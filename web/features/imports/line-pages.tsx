import { PageNumbers } from '../../ui/list/page-numbers';
import { usePageThatExists } from '../../ui/list/use-page-that-exists';

type Props = {
  page: number;
  /** The loaded page, once there is one. */
  found: { data: readonly unknown[]; last_page: number } | undefined;
  onChange: (page: number) => void;
  label: string;
};

/** Page numbers below a table in a card. When the last row of the last page is settled, the page before is shown. */
export function LinePages({ page, found, onChange, label }: Props) {
  usePageThatExists({ page, correctPage: onChange }, found);
  if (!found || found.last_page <= 1) return null;
  return (
    <div className="import-pages">
      <PageNumbers label={label} page={page} pages={found.last_page} onChange={onChange} />
    </div>
  );
}
