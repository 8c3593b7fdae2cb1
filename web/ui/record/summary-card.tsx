import { Card } from '../card';
import { type Fact, FactList } from './fact-list';
import { type Tile, Tiles } from '../tiles';
import './record-page.css';

type Props = {
  title: string;
  figures: readonly Tile[];
  facts: readonly Fact[];
  notes: string | null;
};

/** The summary of a document: its figures, its facts and the notes on it. */
export const SummaryCard = ({ title, figures, facts, notes }: Props) => (
  <Card title={title}>
    <div className="record-summary">
      <Tiles tiles={figures} />
      <FactList facts={facts} />
      {notes && <p className="record-notes">{notes}</p>}
    </div>
  </Card>
);
