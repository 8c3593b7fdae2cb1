import { DocumentFoot, FootTotals, type KeptStore } from '../../ui/lines/document-foot';
import { type LineStore, useLines } from '../../ui/lines/line-store';
import { totalsOf, type VatRates } from './line-amounts';
import type { LineValues } from './order-form-values';

type Props = { lines: LineStore<LineValues>; rates: VatRates; kept: KeptStore };

/** The totals of the order as entered. */
export const OrderFoot = ({ lines, rates, kept }: Props) => (
  <DocumentFoot kept={kept}>
    <Totals lines={lines} rates={rates} />
  </DocumentFoot>
);

function Totals({ lines, rates }: Omit<Props, 'kept'>) {
  const { net, vat, gross } = totalsOf(useLines(lines), rates);
  return (
    <FootTotals
      main="gross"
      totals={[
        { part: 'net', name: 'Net', total: net },
        { part: 'vat', name: 'VAT', total: vat },
        { part: 'gross', name: 'Total', total: gross },
      ]}
    />
  );
}
