import type { ReactNode } from 'react';
import { formatDate } from '#domain/kernel/dates';
import type { BusinessPosition } from '#domain/reports/business-dashboard.contract';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { FigureLink } from '../../ui/figure-link';
import { Money, Troubling } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { positionDrillDown } from './drill-down';

/** The position; every figure links to its details, with permission. */
export function BusinessPositionCard({ position }: { position: BusinessPosition }) {
  const places = positionDrillDown(position.as_at);
  // Figures that the user may not see are absent.
  const tile = (label: string, figure: keyof typeof places, words: (value: number) => ReactNode) =>
    position[figure] === undefined
      ? []
      : [
          {
            label,
            value: (
              <FigureLink label={label} place={places[figure]}>
                {words(position[figure])}
              </FigureLink>
            ),
          },
        ];
  const money = (label: string, figure: keyof typeof places, isTrouble = (_pence: number) => false) =>
    tile(label, figure, pence => (
      <Troubling when={isTrouble(pence)}>
        <Money pence={pence} />
      </Troubling>
    ));
  const count = (label: string, figure: keyof typeof places) => tile(label, figure, counted);
  const figures = [
    ...money('Receivables', 'receivables'),
    ...money('Overdue', 'overdue', pence => pence > 0),
    ...money('Customer credit held', 'customer_credit'),
    ...money('Payables', 'payables'),
    ...money('Supplier prepayments', 'prepayments'),
    ...money('Cash', 'cash', pence => pence < 0),
    ...money('Bank', 'bank', pence => pence < 0),
    ...money('VAT due so far', 'vat_due'),
    ...money('Stock value', 'stock_value'),
  ];
  return (
    <Card title={figures.length > 0 ? `As at ${formatDate(position.as_at)}` : 'Now'}>
      {figures.length > 0 && <Tiles tiles={figures} />}
      {figures.length > 0 && <h3 className="report-now">Now</h3>}
      <Tiles
        tiles={[
          ...count('Low stock', 'low_stock'),
          ...count('Out of stock', 'out_of_stock'),
          ...count('Open orders', 'open_orders'),
          ...money('Not yet received', 'undelivered'),
        ]}
      />
    </Card>
  );
}
