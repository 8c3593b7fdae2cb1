import { formatPounds } from '#domain/kernel/money';
import { vatCodeNames } from '#domain/kernel/vat';
import { type BoxNumber, boxWords, isEnteredBox } from '#domain/vat-returns/nine-boxes';
import { type VatReturn, vatDirectionNames } from '#domain/vat-returns/vat-return.contract';
import type { Column } from '../../ui/table/data-table';
import { Money } from '../../ui/money';
import { EntriesLink } from './entries-link';
import { netWords } from './return-words';

/** The nine boxes in HMRC's words; those made up of entries link to them. */
export const boxColumns = (vatReturn: VatReturn): Column<BoxNumber>[] => [
  { header: 'Box', width: '56px', cell: box => <strong className="figures">{box}</strong> },
  {
    header: 'Description',
    cell: box => (box === 5 ? `${boxWords[box]}: ${netWords(vatReturn)}` : boxWords[box]),
  },
  {
    header: 'Amount',
    align: 'end',
    cell: box => {
      const amount = formatPounds(vatReturn[`box_${box}`]);
      return isEnteredBox(String(box)) ? (
        <EntriesLink
          to={vatReturn.to}
          more={{ box: String(box) }}
          label={`${amount}, view the entries of box ${box}`}
        >
          <span className="figures">{amount}</span>
        </EntriesLink>
      ) : (
        <span className="figures">{amount}</span>
      );
    },
  },
];

/** Net and VAT of each code (rule R8). */
export const codeColumns = (to: string): Column<VatReturn['codes'][number]>[] => [
  { header: 'Side', kind: 'code', cell: ({ direction }) => vatDirectionNames[direction] },
  {
    header: 'Code',
    kind: 'code',
    cell: ({ code, direction }) => (
      <EntriesLink to={to} more={{ direction, vat_code: code }}>
        {code} {vatCodeNames[code]}
      </EntriesLink>
    ),
  },
  {
    header: 'Entries',
    align: 'end',
    wideOnly: true,
    cell: row => <span className="figures">{row.entry_count.toLocaleString('en-GB')}</span>,
  },
  { header: 'Net', align: 'end', cell: row => <Money pence={row.net} /> },
  { header: 'VAT', align: 'end', cell: row => <Money pence={row.vat} /> },
];
