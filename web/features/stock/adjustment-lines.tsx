import { useQueryClient } from '@tanstack/react-query';
import { FootTotals, type KeptStore } from '../../ui/lines/document-foot';
import { useEditedLines } from '../../ui/lines/edited-lines';
import type { ContractForm } from '../../ui/form/form';
import { type LineStore, useLineKeys, useLines } from '../../ui/lines/line-store';
import { LinesCard } from '../../ui/lines/lines-card';
import { placeByPath } from '../../ui/lines/pasted-lines';
import { useLineList } from '../../ui/lines/use-line-list';
import { useLinePaste } from '../../ui/lines/use-line-paste';
import { findEach, productNamed, productsToAdjust } from '../products';
import { AdjustmentLineRow } from './adjustment-line-row';
import {
  type AdjustmentLine,
  type AdjustmentValues,
  blankLine,
  pasteColumns,
  pasteWords,
  textsToFind,
  totalsOf,
  withPasted,
  withProducts,
} from './adjustment-values';

type Props = { form: ContractForm<AdjustmentValues>; lines: LineStore<AdjustmentLine>; kept: KeptStore };

/** The products of an adjustment. A key renders its own line and the totals (finding F11). */
export function AdjustmentLines({ form: { form }, lines, kept }: Props) {
  const { reason } = form.values;
  const edited = useEditedLines(form, lines);
  const { list, work } = useLineList(form, lines, { blankLine, firstField: 'product_id' });
  const paste = usePaste(form, lines);
  return (
    <LinesCard
      title="Products"
      label="Products adjusted"
      className="adjust-lines"
      addLabel="Add product"
      onAdd={work.add}
      list={list}
      form={form}
      lines={lines}
      paste={paste}
      words={pasteWords}
      kept={kept}
      totals={<Totals lines={lines} reason={reason} />}
    >
      <Rows edited={edited} reason={reason} work={work} />
    </LinesCard>
  );
}

type Form = ContractForm<AdjustmentValues>['form'];

function usePaste(form: Form, lines: LineStore<AdjustmentLine>) {
  const queries = useQueryClient();
  const { reason } = form.values;
  return useLinePaste(form, {
    lines,
    placeOf: field => placeByPath(field, pasteColumns(reason)),
    isFound: ({ product_id }) => product_id !== null,
    fill: (cells, at) => {
      const filled = withPasted(lines.lines(), cells, at, reason);
      const keys = new Set(filled.keys);
      const find = async () => {
        const found = await findEach(textsToFind(lines.lines(), keys), async text =>
          productNamed(text, (await queries.fetchQuery(productsToAdjust(text))).data),
        );
        return (now: readonly AdjustmentLine[]) => (found.size > 0 ? withProducts(now, keys, found) : now);
      };
      return { ...filled, find };
    },
  });
}

type RowsProps = Pick<React.ComponentProps<typeof AdjustmentLineRow>, 'edited' | 'reason' | 'work'>;

function Rows(props: RowsProps) {
  const keys = useLineKeys(props.edited.lines);
  return keys.map((key, index) => (
    <AdjustmentLineRow key={key} lineKey={key} index={index} isOnly={keys.length === 1} {...props} />
  ));
}

function Totals({ lines, reason }: Pick<Props, 'lines'> & Pick<AdjustmentValues, 'reason'>) {
  const { products, value } = totalsOf(reason, useLines(lines));
  return (
    <FootTotals
      totals={[
        { part: 'products', name: 'Products', total: String(products) },
        ...(value === null ? [] : [{ part: 'value', name: 'Value', total: value }]),
      ]}
    />
  );
}
