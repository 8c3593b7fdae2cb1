import type { ReactNode } from 'react';
import { usePageTitle } from '../../platform/page-title';
import { NoticeAlert, type Notices } from '../notice';
import { PageHeader } from '../page-header';
import { type ChainStage, RecordChain } from './record-chain';
import { ShownTogether } from '../shown-together';
import './record-page.css';

/** What a record consists of, in the order of every record's page. The first two are there with it; the others load more. */
type Sections = {
  /** Key figures and details, and what needs attention. */
  summary: ReactNode;
  /** What it is about, such as the lines of a document. */
  lines?: ReactNode;
  /** Goods, prices, bills, payments, credit: what follows from it. */
  money?: ReactNode;
  files?: ReactNode;
  /** Its revisions and emails, then notes and history. */
  history: ReactNode;
};

type Props = {
  title: string;
  /** In the browser tab and the breadcrumb, if not the title. */
  name?: string;
  /** Its state, and a word about it, beside the title. */
  status?: ReactNode;
  /** The way back, other buttons, More, and last the next step. */
  actions: ReactNode;
  notices?: Notices;
  /** The documents before and after it. */
  chain?: readonly ChainStage[];
  sections: Sections;
  /** Its dialogs. */
  children?: ReactNode;
};

/** The page of one record. */
export function RecordPage({ title, name = title, status, actions, notices, ...parts }: Props) {
  usePageTitle(name);
  const { chain = [], sections, children } = parts;
  return (
    <>
      <PageHeader
        title={title}
        detail={status === undefined ? undefined : <span className="record-status">{status}</span>}
        actions={actions}
      />
      {notices && <NoticeAlert notices={notices} />}
      <RecordChain stages={chain} />
      {sections.summary}
      {sections.lines}
      <ShownTogether>
        {sections.money}
        {sections.files}
        {sections.history}
      </ShownTogether>
      {children}
    </>
  );
}
