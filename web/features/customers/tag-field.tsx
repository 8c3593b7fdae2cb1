import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { tag as tagContract } from '#domain/customers/customer-fields';
import { LookUp } from '../../ui/form/look-up';
import { customerTags } from './customers.queries';
import '../../ui/form/form.css';

export const useTags = () => useQuery(customerTags).data?.data;

/** Tags as read-only badges. */
export const TagList = ({ tags }: { tags: readonly string[] }) => (
  <ul className="tag-list">
    {tags.map(tag => (
      <li key={tag} className="tag-mark">
        {tag}
      </li>
    ))}
  </ul>
);

type Props = { tags: readonly string[]; onChange: (tags: string[]) => void; error?: ReactNode };

/**
 * The tags of a customer. Tags in use are suggested while typing; Enter adds the highlighted or the new one.
 */
export function TagField({ tags, onChange, error }: Props) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const existing = useTags() ?? [];
  const typed = text.trim().toLowerCase();
  const fitting = existing.filter(({ tag }) => tag.includes(typed) && !tags.includes(tag));
  const isNew = typed !== '' && !existing.some(({ tag }) => tag === typed) && !tags.includes(typed);
  const choices = [
    ...fitting
      .slice(0, 8)
      .map(({ tag, customers: count }) => ({ key: tag, label: tag, detail: String(count) })),
    ...(isNew ? [{ key: `new ${typed}`, label: `Add “${typed}”`, detail: 'New' }] : []),
  ];
  const add = (tag: string) => {
    const read = tagContract.safeParse(tag);
    if (!read.success) return setProblem(read.error.issues[0]?.message ?? null);
    setText('');
    setProblem(null);
    onChange([...new Set([...tags, read.data])].sort());
  };
  const remove = (tag: string) => {
    onChange(tags.filter(other => other !== tag));
    field.current?.querySelector('input')?.focus();
  };
  return (
    <div className="tag-field form-wide" ref={field}>
      <LookUp
        field={{
          label: 'Tags',
          description: 'Press Enter to add a tag. You can filter lists by tag',
          maxLength: 40,
          error: problem ?? error,
        }}
        text={text}
        onText={tag => {
          setText(tag);
          setProblem(null);
        }}
        isOpen={isOpen && (choices.length > 0 || typed !== '')}
        onOpen={setOpen}
        opensUnasked
        choices={choices}
        isCurrent
        onChoose={index => {
          const key = choices[index]?.key;
          if (key) add(fitting.some(({ tag }) => tag === key) ? key : typed);
        }}
        onEnter={() => typed !== '' && add(typed)}
        nothing="This tag is already added"
      />
      {tags.length > 0 && (
        <ul className="tag-list" aria-label="Tags of this customer">
          {tags.map(tag => (
            <li key={tag} className="tag-mark">
              {tag}
              <button type="button" aria-label={`Remove tag ${tag}`} onClick={() => remove(tag)}>
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
