import type { ImportState } from '#domain/imports/import.contract';
import './imports.css';

const steps = { file: 'File', columns: 'Columns', check: 'Check', done: 'Import' } as const;
type StepName = keyof typeof steps;

/** The current step of an import. */
export const stepOf: Readonly<Record<ImportState, StepName>> = {
  reading: 'file',
  failed: 'file',
  mapping: 'columns',
  checking: 'check',
  checked: 'check',
  committing: 'done',
  paused: 'done',
  done: 'done',
  undoing: 'done',
  undo_stopped: 'done',
  undone: 'done',
};

/** The four steps, with the current one marked. */
export const ImportSteps = ({ at }: { at: StepName }) => {
  const names = Object.keys(steps) as StepName[];
  return (
    <ol className="import-steps" aria-label="Steps of the import">
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={name === at ? 'step' : undefined}
          data-passed={index < names.indexOf(at) || undefined}
        >
          <span className="import-step-number figures">{index + 1}</span>
          {steps[name]}
        </li>
      ))}
    </ol>
  );
};
