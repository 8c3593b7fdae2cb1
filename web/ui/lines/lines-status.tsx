import type { FormErrors } from '@mantine/form';
import type { KeyedLine } from './line-store';
import { PasteNote } from './paste-note';
import './dialog-lines.css';

type Props<Line extends KeyedLine> = React.ComponentProps<typeof PasteNote<Line>> & {
  form: { readonly errors: FormErrors };
};

/** Below the lines of a document: what is wrong with them as a whole, and what the last paste did. */
export const LinesStatus = <Line extends KeyedLine>({ form: { errors }, ...pasting }: Props<Line>) => (
  <>
    {errors.lines && (
      <p role="alert" className="line-problem">
        {errors.lines}
      </p>
    )}
    <PasteNote {...pasting} />
  </>
);
