import { onDemand } from '../../ui/on-demand';
import type { Section } from './sections';

/** The fields of a section. One part for all of them, so that only the first section shown has to be loaded. */
export const SectionPart = onDemand(async () => {
  const parts = await import('./all-sections');
  return ({ section }: { section: Section }) => {
    const Part = parts[section.part];
    return <Part key={section.id} />;
  };
});
