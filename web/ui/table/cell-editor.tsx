import { Button, NativeSelect, Popover, TextInput, VisuallyHidden } from '@mantine/core';
import {
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { ReplyOf } from '#domain/kernel/call';
import { popupHome } from '../menus/popup-home';
import { type CellField, type EditCall, type EditTerms, type NamedRow, saveFields } from './save-fields';
import { type CellEdit, type Step, useCellEdit } from './use-cell-edit';
import type { CellEditorProps } from './use-table-tools';
import './cell-editor.css';

/** The editor of the cells of one list: a card over the cell, so that the table below it stays as it is. */
export function cellEditor<Row extends NamedRow, C extends EditCall, Values>(
  terms: EditTerms<Row, C, Values>,
): ComponentType<CellEditorProps<Row>> {
  return function CellEditor({ row, place, table, lastEdit, onPlace }) {
    const column = table.columns.find(({ header }) => header === place.header);
    const anchor = useRef<HTMLSpanElement>(null);
    const titleId = useId();
    /** As another user has saved it meanwhile. */
    const latest = useRef<ReplyOf<C>>(null);
    // As it was when the first key was typed, although the list may be refetched.
    const [began, setBegan] = useState(row);
    const fields = fieldsOf(terms, began, column?.edit);
    const [only] = fields;
    const what = `${fields.length === 1 && only ? only.label : place.header} of ${began.name}`;
    const edit = useCellEdit({
      fields,
      what,
      list: terms.list,
      lastEdit,
      body: table.body,
      anchor,
      send: async (base, typed) => {
        const record = latest.current ?? (await terms.recordOf(began));
        const result = await saveFields(terms, began.id, record, base, typed);
        if (result.is === 'overtaken') latest.current = result.record;
        return result;
      },
      onEnd: next => end({ place, table, onPlace }, next),
    });
    if (began !== row && !edit.isChanged) setBegan(row);
    useEffect(() => {
      anchor.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }, []);
    return (
      <Popover
        opened
        withRoles={false}
        position={column?.align === 'end' ? 'bottom-end' : 'bottom-start'}
        offset={0}
        width="target"
        shadow="md"
        portalProps={{ target: popupHome() }}
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <span ref={anchor} className="cell-anchor" />
        </Popover.Target>
        <Popover.Dropdown className="cell-editor" role="dialog" aria-labelledby={titleId} {...keysOf(edit)}>
          <VisuallyHidden id={titleId}>{`Edit ${what}`}</VisuallyHidden>
          {fields.map((field, index) => (
            <Field
              key={field.name}
              field={field}
              edit={edit}
              isFirst={index === 0}
              isSelfEvident={fields.length === 1 && field.label === place.header}
            />
          ))}
          {edit.message && <p role="alert">{edit.message}</p>}
          <Buttons edit={edit} />
        </Popover.Dropdown>
      </Popover>
    );
  };
}

/** Goes on to another cell of the row, or back to the row. */
function end<Row>(
  { place, table: { columns, body }, onPlace }: Pick<CellEditorProps<Row>, 'place' | 'table' | 'onPlace'>,
  next?: Step | 'elsewhere',
): void {
  const editable = columns.filter(({ edit }) => edit);
  const at = editable.findIndex(({ header }) => header === place.header);
  const column = typeof next === 'number' ? editable[at + next] : undefined;
  onPlace(column ? { ...place, header: column.header } : null);
  if (column || next === 'elsewhere') return;
  // The row may be on another page now.
  const { line } = place;
  const stays = line.isConnected ? line : body.current?.rows[Number(line.dataset.index)];
  (stays ?? body.current?.rows[0])?.focus();
}

type NamedField = Omit<CellField<never>, 'label'> & {
  readonly name: string;
  readonly label: string;
  readonly value: string;
};

function fieldsOf<Row extends NamedRow, C extends EditCall, Values>(
  { fields, shown }: EditTerms<Row, C, Values>,
  row: Row,
  names: readonly string[] = [],
): NamedField[] {
  const values = shown(row) as Readonly<Record<string, string>>;
  const known = fields as Readonly<Record<string, CellField<Row> | undefined>>;
  return names.flatMap(name => {
    const field = known[name];
    if (!field) return [];
    const { label } = field;
    return [
      { ...field, name, label: typeof label === 'string' ? label : label(row), value: values[name] ?? '' },
    ];
  });
}

const fieldMark = '[data-cell-field]';

/** Enter saves, Escape cancels, and Tab saves and goes on to the next cell that can be edited. */
const keysOf = (edit: CellEdit) => ({
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, shiftKey, target } = event;
    if (!(target instanceof Element && target.matches(fieldMark))) return;
    const inputs = [...event.currentTarget.querySelectorAll(fieldMark)];
    const isLast = target === inputs.at(shiftKey ? 0 : -1);
    if (key !== 'Enter' && key !== 'Escape' && !(key === 'Tab' && isLast)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') edit.cancel();
    else void edit.save(key === 'Enter' ? undefined : shiftKey ? -1 : 1);
  },
  onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    // Another window may have the focus for a while.
    if (edit.isChanged || !document.hasFocus() || currentTarget.contains(relatedTarget)) return;
    if (currentTarget.isConnected) edit.leave();
  },
});

type FieldProps = { field: NamedField; edit: CellEdit; isFirst: boolean; isSelfEvident: boolean };

function Field({
  field: { name, label, kind, maxLength, options },
  edit,
  isFirst,
  isSelfEvident,
}: FieldProps) {
  const shared = {
    'data-cell-field': true,
    ...(isSelfEvident ? { 'aria-label': label } : { label }),
    value: edit.values[name],
    error: edit.errors[name],
    ...(isFirst ? { ref: takeFocus } : {}),
  };
  if (options)
    return (
      <NativeSelect
        {...shared}
        data={options}
        onChange={event => edit.change(name, event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...shared}
      type={kind === 'email' || kind === 'tel' ? kind : 'text'}
      {...(kind === 'figure' ? { inputMode: 'decimal', classNames: { input: 'figures' } } : {})}
      maxLength={maxLength}
      autoComplete="off"
      readOnly={edit.busy}
      onChange={event => edit.change(name, event.currentTarget.value)}
    />
  );
}

/** The present value is selected, so that typing replaces it. */
function takeFocus(field: HTMLInputElement | HTMLSelectElement | null): void {
  field?.focus({ preventScroll: true });
  if (field instanceof HTMLInputElement) field.select();
}

/** For the mouse: they do not take the focus, because Tab goes on to the next cell. */
const Buttons = ({ edit }: { edit: CellEdit }) => (
  <div className="cell-editor-buttons">
    <Button
      size="compact-xs"
      variant="default"
      tabIndex={-1}
      onMouseDown={event => event.preventDefault()}
      onClick={edit.cancel}
    >
      Cancel
    </Button>
    <Button
      size="compact-xs"
      tabIndex={-1}
      loading={edit.busy}
      onMouseDown={event => event.preventDefault()}
      onClick={() => void edit.save()}
    >
      Save
    </Button>
  </div>
);
