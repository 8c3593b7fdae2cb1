import { ActionIcon, Button, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import {
  type CodeRule,
  type CodeTreatment,
  codeTreatment,
  codeTreatmentNames,
  goesToAccount,
  defaultAccounts,
  defaultCodeRules,
} from '#domain/sales-history/code-rules';

type Props = {
  readonly rules: readonly CodeRule[];
  readonly onChange: (rules: CodeRule[]) => void;
};

/** How to treat lines with certain codes. The first matching row applies. */
export function CodeRulesTable({ rules, onChange }: Props) {
  const change = (at: number, more: Partial<CodeRule>) =>
    onChange(rules.map((rule, index) => (index === at ? { ...rule, ...more } : rule)));
  const add = () => onChange([{ code: '', match: 'code', treatment: 'fee' }, ...rules]);
  return (
    <fieldset className="import-codes">
      <legend>Codes that are not products</legend>
      <p className="import-words">
        The first matching row applies. Any other code is a product. Use * for any characters.
      </p>
      <div className="import-codes-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Code or text</th>
              <th scope="col">Found in</th>
              <th scope="col">Treat as</th>
              <th scope="col">Account</th>
              <th scope="col">
                <VisuallyHidden>Remove</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, index) => (
              <CodeRow
                // Rows have no stable key, because a code may be blank while it is typed.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                row={index + 1}
                rule={rule}
                onChange={more => change(index, more)}
                onRemove={() => onChange(rules.filter((_, at) => at !== index))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="import-actions">
        <Button variant="default" size="xs" leftSection={<Plus size={14} />} onClick={add}>
          Add code
        </Button>
        <Button variant="subtle" size="xs" onClick={() => onChange([...defaultCodeRules])}>
          Reset to default codes
        </Button>
      </div>
    </fieldset>
  );
}

function CodeRow({
  row,
  rule,
  onChange,
  onRemove,
}: {
  row: number;
  rule: CodeRule;
  onChange: (more: Partial<CodeRule>) => void;
  onRemove: () => void;
}) {
  const { code, match, treatment, account } = rule;
  return (
    <tr>
      <td>
        <TextInput
          size="xs"
          aria-label={`Code ${row}`}
          value={code}
          onChange={event => onChange({ code: event.currentTarget.value })}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Where code ${row} is found`}
          value={match}
          onChange={event =>
            onChange({ match: event.currentTarget.value === 'code' ? 'code' : 'description' })
          }
          data={[
            { value: 'code', label: 'Code' },
            { value: 'description', label: 'Description' },
          ]}
        />
      </td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Treat code ${row} as`}
          value={treatment}
          onChange={event =>
            onChange({ treatment: event.currentTarget.value as CodeTreatment, account: null })
          }
          data={codeTreatment.options.map(value => ({ value, label: codeTreatmentNames[value] }))}
        />
      </td>
      <td>
        {goesToAccount(treatment) && (
          <TextInput
            size="xs"
            aria-label={`Account of code ${row}`}
            placeholder={defaultAccounts[treatment] ?? 'Account'}
            value={account ?? ''}
            onChange={event => onChange({ account: event.currentTarget.value || null })}
          />
        )}
      </td>
      <td>
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove code ${row}`} onClick={onRemove}>
          <Trash2 size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
}
