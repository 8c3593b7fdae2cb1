import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useShortcut } from '../../platform/shortcuts';
import { LookUp } from '../../ui/form/look-up';
import { findSettings, type SettingMatch } from './find-settings';
import { focusField, sectionId } from './focus-field';
import type { Section } from './sections';

/** Finds a setting and goes to its field. `/` focuses the search from anywhere on the page. */
export function SettingsSearch({ sections }: { sections: readonly Section[] }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useShortcut('/', 'Search settings', () => input.current?.focus());
  const found = findSettings(sections, text);

  const go = ({ section, field }: SettingMatch) => {
    setText('');
    void navigate({
      to: '/settings/$section',
      params: { section: section.id },
      search: field === null ? {} : { field },
    });
    // If the section is already open, navigation does not load anything that would focus the field.
    if (field === null || !focusField(field)) document.getElementById(sectionId)?.focus();
  };
  return (
    <div role="search" className="settings-search">
      <LookUp
        field={{
          ref: input,
          'aria-label': 'Search settings',
          placeholder: 'Search settings',
          maxLength: 100,
          leftSection: <Search size={16} aria-hidden />,
        }}
        text={text}
        onText={setText}
        isOpen={isOpen && text.trim() !== ''}
        onOpen={setOpen}
        choices={found.map(({ section, field }) => ({
          key: `${section.id} ${field ?? ''}`,
          label: field ?? section.title,
          detail: field === null ? 'Section' : section.title,
        }))}
        isCurrent
        onChoose={index => {
          const chosen = found[index];
          if (chosen) go(chosen);
        }}
        nothing={`No settings match “${text.trim()}”. Try one word, such as logo or VAT.`}
        onClear={() => setText('')}
      />
    </div>
  );
}
