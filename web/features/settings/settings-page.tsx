import { Alert } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, ChevronRight } from 'lucide-react';
import { isAllowed } from '#domain/kernel/access';
import { useAccess } from '../../platform/access';
import { usePageTitle } from '../../platform/page-title';
import { useUser } from '../../platform/session';
import { PlainLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { ShownTogether } from '../../ui/shown-together';
import { sectionId } from './focus-field';
import { SectionPart } from './section-part';
import { type Section, sectionsFor } from './sections';
import './settings.css';
import { SettingsSearch } from './settings-search';

/** The settings: a list of sections and the selected one. */
export function SettingsPage() {
  const user = useUser();
  const { can } = useAccess();
  const { section: requested } = useParams({ strict: false }) as { section?: string };
  const sections = sectionsFor(access => isAllowed(access, user));
  // Without a section in the URL the first one is shown beside the list; on a phone only the list.
  const section = requested === undefined ? sections[0] : sections.find(({ id }) => id === requested);
  usePageTitle(requested === undefined || !section ? 'Settings' : section.title);
  return (
    <div className="settings-page">
      <PageHeader title="Settings" actions={<SettingsSearch sections={sections} />} />
      {!can('edit_setting') && (
        <Alert variant="light" color="gray" mb={12} role="note">
          You can view the settings. You need permission to edit settings to change them.
        </Alert>
      )}
      <div className="settings" data-at={requested === undefined ? 'list' : 'section'}>
        <SectionList sections={sections} current={section} />
        <div className="settings-section" id={sectionId} tabIndex={-1}>
          <PlainLink to="/settings" className="settings-back">
            <ArrowLeft size={16} aria-hidden /> All settings
          </PlainLink>
          {section ? (
            <ShownTogether key={section.id}>
              <SectionPart section={section} />
            </ShownTogether>
          ) : (
            <Alert role="alert" color="red" variant="light">
              This section does not exist, or you do not have permission to see it. Choose another one from
              the list.
            </Alert>
          )}
        </div>
      </div>
    </div>
  );
}

const SectionList = ({
  sections,
  current,
}: {
  sections: readonly Section[];
  current: Section | undefined;
}) => (
  <nav aria-label="Settings sections" className="settings-list">
    <ul>
      {sections.map(section => (
        <li key={section.id}>
          <PlainLink
            to="/settings/$section"
            params={{ section: section.id }}
            data-current={section === current || undefined}
            aria-current={section === current ? 'page' : undefined}
          >
            <section.icon size={18} aria-hidden />
            <span>
              <b>{section.title}</b>
              <small>{section.about}</small>
            </span>
            <ChevronRight size={16} aria-hidden className="settings-list-more" />
          </PlainLink>
        </li>
      ))}
    </ul>
  </nav>
);
