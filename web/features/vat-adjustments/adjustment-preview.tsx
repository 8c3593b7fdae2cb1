import { useQuery } from '@tanstack/react-query';
import { formatPounds } from '#domain/kernel/money';
import { type BoxNumber, boxNumbers, boxWords } from '#domain/vat-returns/nine-boxes';
import type { AdjustmentPreview } from '#domain/vat-returns/vat-adjustment.contract';
import { periodWords } from '#domain/vat-returns/vat-return.rules';
import { Card } from '../../ui/card';
import { messageOf } from '../../platform/api-error';
import { type Column, DataTable } from '../../ui/table/data-table';
import { LoadFailure } from '../../ui/load-failure';
import { Money } from '../../ui/money';
import { type AdjustmentValues, sentOf } from './adjustment-values';
import { BoxChange } from './box-change';
import { RepeatedAdjustments, Warning } from './repeated-adjustments';
import { previewOf } from './vat-adjustments.queries';

const isAmount = (text: unknown) => typeof text === 'string' && /^-?\d{1,10}\.\d{2}$/.test(text);

/** Only complete figures are previewed. */
function previewRequest(values: AdjustmentValues) {
  const sent: Record<string, unknown> = sentOf(values);
  const boxes = ['box_1', 'box_4', 'box_6', 'box_7']
    .map(box => [box, sent[box]] as const)
    .filter(([, amount]) => isAmount(amount));
  return {
    business_date: values.business_date,
    reason: values.reason,
    ...(Object.fromEntries(boxes) as Record<string, string>),
  };
}

const failure = 'The effect on the VAT return could not be loaded.';

/** The effect of the adjustment on each of the nine boxes of its return. */
export function AdjustmentPreviewCard({ values }: { values: AdjustmentValues }) {
  const query = previewRequest(values);
  const page = useQuery({
    ...previewOf(query),
    enabled: /^\d{4}-\d\d-\d\d$/.test(values.business_date),
  });
  const { data } = page;
  return (
    <Card title="Effect on the VAT return" flush>
      {data && !page.isError && data.repeated.length > 0 && (
        <RepeatedAdjustments
          words="The same VAT was already adjusted. Check that it is not counted twice:"
          repeated={data.repeated}
        />
      )}
      {page.isError ? (
        <LoadFailure page={page} words={messageOf(page.error, failure)} />
      ) : data?.period ? (
        <>
          <p className="vat-adjustment-period">{periodWords(data.period)}</p>
          <DataTable
            label="Effect on the VAT return"
            rows={boxNumbers}
            rowKey={box => box}
            columns={columnsOf(data)}
            keepsColumns
          />
          {data.corrections && <Corrections corrections={data.corrections} />}
        </>
      ) : (
        <p className="vat-adjustment-period">
          {data
            ? 'No open VAT return covers this date yet.'
            : 'Choose a date to see the effect on the boxes.'}
        </p>
      )}
    </Card>
  );
}

function columnsOf({ before, after }: AdjustmentPreview): Column<BoxNumber>[] {
  const amountIn = (boxes: AdjustmentPreview['before'], box: BoxNumber) => boxes?.[`box_${box}`] ?? 0;
  return [
    { header: 'Box', width: '48px', cell: box => <strong title={boxWords[box]}>{box}</strong> },
    { header: 'Now', align: 'end', cell: box => <Money pence={amountIn(before, box)} /> },
    {
      header: 'Change',
      align: 'end',
      cell: box => <BoxChange pence={amountIn(after, box) - amountIn(before, box)} />,
    },
    {
      header: 'After',
      align: 'end',
      cell: box => {
        const isChanged = amountIn(after, box) !== amountIn(before, box);
        return isChanged ? (
          <strong>
            <Money pence={amountIn(after, box)} />
          </strong>
        ) : (
          <Money pence={amountIn(after, box)} />
        );
      },
    },
  ];
}

/** The limit for corrections in a return (rule V25). */
function Corrections({ corrections }: { corrections: NonNullable<AdjustmentPreview['corrections']> }) {
  const { net, limit, is_within_limit: isWithin } = corrections;
  const words = `Corrections in this return total ${formatPounds(Math.abs(net))} net. The limit is ${formatPounds(limit)}.`;
  if (isWithin)
    return <p className="vat-adjustment-note">{words} Tell HMRC separately about careless errors.</p>;
  return <Warning>{words} Tell HMRC about this error on form VAT652 instead.</Warning>;
}
