import type { ReactNode } from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import type { dashboard } from '#domain/dashboard/dashboard.contract';
import { Card } from '../../ui/card';
import { counted } from '../../ui/counted';
import { FigureLink } from '../../ui/figure-link';
import { Money, Troubling } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { stockDrillDown } from './drill-down';

type Stock = NonNullable<ReplyOf<typeof dashboard.show>['stock']>;

/** What is in stock now; its value is absent without permission to see cost. */
export const StockCard = ({ stock: { value, low_stock, out_of_stock, below_zero } }: { stock: Stock }) => (
  <Card title="Stock">
    <Tiles
      tiles={[
        ...(value === undefined ? [] : [tile('Stock value', 'value', <Money pence={value} />)]),
        tile('Low stock', 'low_stock', counted(low_stock)),
        tile('Out of stock', 'out_of_stock', counted(out_of_stock)),
        tile('Below zero', 'below_zero', <Troubling when={below_zero > 0}>{counted(below_zero)}</Troubling>),
      ]}
    />
  </Card>
);

const tile = (label: string, figure: keyof typeof stockDrillDown, shown: ReactNode) => ({
  label,
  value: (
    <FigureLink label={label} place={stockDrillDown[figure]}>
      {shown}
    </FigureLink>
  ),
});
