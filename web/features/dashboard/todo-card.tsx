import type { Todo } from '#domain/dashboard/dashboard.contract';
import { Card } from '../../ui/card';
import { FigureLink } from '../../ui/figure-link';
import { Money, Troubling } from '../../ui/money';
import { Tiles } from '../../ui/tiles';
import { todoDrillDown } from './drill-down';

/** Things to do. Items at zero keep their place. */
export function TodoCard({ todo }: { todo: readonly Todo[] }) {
  return (
    <Card title="To do">
      <Tiles
        tiles={todo.map(({ kind, count, amount }) => {
          const place = todoDrillDown[kind];
          const figure = amount === null ? (count ?? 0).toLocaleString('en-GB') : <Money pence={amount} />;
          const isTrouble = place.isTrouble === true && (amount ?? count ?? 0) > 0;
          return {
            label: place.label,
            value: (
              <FigureLink label={place.label} place={place}>
                <Troubling when={isTrouble}>{figure}</Troubling>
              </FigureLink>
            ),
          };
        })}
      />
    </Card>
  );
}
