import { journalKindNames } from '#domain/accounting/journal-kind';
import type { ListState } from '../../platform/list-state';
import { optionsFrom } from '../../ui/form/options-from';
import { SelectFilter } from '../../ui/filters/select-filter';

/** Filters a list by kind of journal. */
export const JournalKindFilter = ({ list }: { list: ListState<never, 'kind'> }) => (
  <SelectFilter
    list={list}
    name="kind"
    label="Kind"
    all="All kinds"
    options={optionsFrom(journalKindNames)}
  />
);
