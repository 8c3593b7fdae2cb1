import { ActionIcon, Button, Checkbox, NativeSelect, Popover, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useContext, useId } from 'react';
import { pageSizes } from '#domain/kernel/list-query';
import { densities } from '../../platform/list-layout';
import type { ListState } from '../../platform/list-state';
import { type Store, useStore } from '../../platform/store';
import { ColumnWidthField } from '../table/column-width-field';
import { arrangement, arrangementText, fixedColumns } from '../table/data-table-arrangement';
import type { ColumnTerms } from '../table/data-table-column';
import { hasWidth } from '../table/data-table-widths';
import { popupHome } from '../menus/popup-home';
import { usePhone } from '../use-phone';
import { SavedViewsContext } from './view-menu';
import './view-panel.css';

type Props = {
  list: ListState;
  columns: Store<readonly ColumnTerms[]>;
  popup: RefObject<HTMLDivElement | null>;
  onClose: () => void;
  children: ReactNode;
};

const densityWords = { comfortable: 'Comfortable', compact: 'Compact' } as const;

/** The open menu of a list's view, below its button. */
export function ViewPanel({ list, columns, popup, onClose, children }: Props) {
  const Entries = useContext(SavedViewsContext)?.Entries;
  const titleId = useId();
  const isPhone = usePhone();
  const { density, perPage, columns: chosen, widths } = list.layout;
  const close = () => {
    // What is typed in a field is kept when it is left, which a field that has gone is not.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && popup.current?.contains(activeElement)) activeElement.blur();
    onClose();
  };
  const isChanged =
    chosen !== undefined || widths !== undefined || density !== 'comfortable' || perPage !== 10;
  return (
    <Popover
      opened
      // A dialog opened from it is part of it.
      onChange={opened => opened || document.querySelector('[aria-modal="true"]') || close()}
      position="bottom-end"
      width={340}
      shadow="md"
      trapFocus
      portalProps={{ target: popupHome() }}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{children}</Popover.Target>
      {/* Its name stays, while the button's is that of the current view. */}
      <Popover.Dropdown ref={popup} aria-labelledby={titleId} className="view-panel">
        <VisuallyHidden id={titleId}>View</VisuallyHidden>
        {Entries && <Entries list={list} onDone={onClose} />}
        <div className="view-fields">
          <NativeSelect
            label="Rows on a page"
            value={String(perPage)}
            onChange={event => list.setLayout({ per_page: event.currentTarget.value })}
            data={pageSizes.map(size => ({ value: String(size), label: size.toLocaleString('en-GB') }))}
          />
          {!isPhone && (
            <NativeSelect
              label="Row height"
              value={density}
              onChange={event => list.setLayout({ density: event.currentTarget.value })}
              data={densities.map(value => ({ value, label: densityWords[value] }))}
            />
          )}
        </div>
        {!isPhone && <ColumnChoice list={list} columns={columns} />}
        {isChanged && (
          <Button variant="subtle" size="xs" onClick={list.resetLayout}>
            Reset columns and rows
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnChoice({ list, columns }: Pick<Props, 'list' | 'columns'>) {
  const all = useStore(columns);
  const arranged = arrangement(all, list.layout.columns);
  const title = [...fixedColumns(all)].find(hasWidth);
  const change = (next: typeof arranged) => list.setLayout({ columns: arrangementText(next) });
  const move = (from: number, to: number) => {
    const next = [...arranged];
    next.splice(to, 0, ...next.splice(from, 1));
    change(next);
  };
  if (arranged.length === 0) return null;
  return (
    <fieldset className="view-columns">
      <legend>Columns, and their widths in pixels</legend>
      <ul>
        {title && (
          <li>
            <span>{title.header}</span>
            <ColumnWidthField list={list} column={title} />
            <span className="view-steps" />
          </li>
        )}
        {arranged.map(({ column, column: { header }, isHidden }, at) => (
          <li key={header}>
            <Checkbox
              label={header}
              checked={!isHidden}
              onChange={() =>
                change(arranged.map((one, index) => (index === at ? { ...one, isHidden: !isHidden } : one)))
              }
            />
            {!isHidden && <ColumnWidthField list={list} column={column} />}
            <span className="view-steps">
              <Step
                icon={ArrowUp}
                label={`Move ${header} up`}
                isEnd={at === 0}
                onMove={() => move(at, at - 1)}
              />
              <Step
                icon={ArrowDown}
                label={`Move ${header} down`}
                isEnd={at === arranged.length - 1}
                onMove={() => move(at, at + 1)}
              />
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

type StepProps = { icon: typeof ArrowUp; label: string; isEnd: boolean; onMove: () => void };

const Step = ({ icon: Icon, label, isEnd, onMove }: StepProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="sm"
    aria-label={label}
    // At an end it keeps the focus, so that the next key press is not lost.
    data-disabled={isEnd || undefined}
    aria-disabled={isEnd || undefined}
    onClick={() => isEnd || onMove()}
  >
    <Icon size={14} aria-hidden />
  </ActionIcon>
);
