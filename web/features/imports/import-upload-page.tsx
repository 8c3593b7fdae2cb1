import { Button, FileInput, NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileSpreadsheet } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { imports } from '#domain/imports/import.contract';
import {
  type ImportKind,
  importKind,
  importKinds,
  importTerms,
  canImport,
} from '#domain/imports/import-kinds';
import { maxImportBytes, maxImportFiles, maxRowsOf } from '#domain/imports/import-limits';
import { sizeInWords } from '#domain/kernel/size-in-words';
import { request } from '../../platform/api';
import { formToSend } from '../../platform/form-to-send';
import { usePageTitle } from '../../platform/page-title';
import { useUser } from '../../platform/session';
import { Card } from '../../ui/card';
import { PageHeader } from '../../ui/page-header';
import { problemInPlace } from '../../ui/form/send-problem';
import { isUnanswered, useAttempts } from '../../ui/form/use-attempts';
import { ImportSteps } from './import-steps';
import { Problem } from './step';
import './imports.css';
import '../../ui/form/form.css';

/** The first step of an import: its kind and the files. */
export function ImportUploadPage() {
  usePageTitle('New import');
  const user = useUser();
  const requestedKind = importKind.safeParse(useSearch({ strict: false }).kind);
  const mine = importKinds.filter(kind => canImport(user, kind));
  const [kind, setKind] = useState<ImportKind>(
    requestedKind.success && mine.includes(requestedKind.data) ? requestedKind.data : (mine[0] ?? 'products'),
  );
  return (
    <>
      <PageHeader title="New import" detail="Nothing changes until you have reviewed the import." />
      <ImportSteps at="file" />
      <Card title="Choose files">
        <UploadForm kind={kind} kinds={mine} onKind={setKind} />
      </Card>
      <SupportedColumns kind={kind} />
    </>
  );
}

type Props = { kind: ImportKind; kinds: readonly ImportKind[]; onKind: (kind: ImportKind) => void };

function UploadForm({ kind, kinds, onKind }: Props) {
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const uploads = useAttempts(sendFiles);
  const upload = async (event: FormEvent) => {
    event.preventDefault();
    const refused = refusalOf(files);
    setProblem(refused);
    if (refused !== null || busy) return;
    setBusy(true);
    try {
      const { id } = await uploads.send({ kind, files });
      await navigate({ to: '/imports/$id', params: { id: String(id) } });
    } catch (error) {
      setProblem(failureOf(error));
      setBusy(false);
    }
  };
  return (
    <form className="form import-upload" noValidate onSubmit={event => void upload(event)}>
      {problem && <Problem text={problem} />}
      <NativeSelect
        label="File contents"
        value={kind}
        onChange={event => onKind(event.currentTarget.value as ImportKind)}
        data={kinds.map(value => ({ value, label: importTerms[value].many }))}
      />
      <FileInput
        label="Files"
        required
        multiple
        placeholder="Choose CSV, CSV.GZ or XLSX files"
        description={descriptionOf(kind)}
        leftSection={<FileSpreadsheet size={16} />}
        accept=".csv,.tsv,.txt,.xlsx,.gz"
        clearable
        value={[...files]}
        onChange={chosen => setFiles(chosen.toSorted(byName))}
      />
      <div>
        <Button type="submit" loading={busy}>
          Upload
        </Button>
      </div>
    </form>
  );
}

function sendFiles(
  { kind, files }: { readonly kind: ImportKind; readonly files: readonly File[] },
  idempotencyKey: string,
) {
  const form = new FormData();
  form.append('kind', kind);
  for (const file of files) form.append('file', file);
  return request(imports.upload, { ...formToSend(form), idempotencyKey, shownInPlace: true });
}

function failureOf(error: unknown): string {
  const failure = 'The upload failed. Try again.';
  const words = problemInPlace(error, { failure, verb: 'saved', isRepeatable: true });
  return isUnanswered(error)
    ? `${words} On a slow connection, compress the files with gzip or upload fewer of them.`
    : words;
}

/** Parts in the order of their numbers: 2 before 10. */
const byName = (one: File, other: File) =>
  one.name.localeCompare(other.name, 'en-GB', { numeric: true, sensitivity: 'base' });

const descriptionOf = (kind: ImportKind) =>
  `CSV, CSV compressed with gzip, or XLSX, each at most ${sizeInWords(maxImportBytes)}. Several files with the same columns become one import of up to ${maxRowsOf(kind).toLocaleString('en-GB')} rows. Each needs a row with the column names; rows above it, such as the title of a report, are skipped.`;

function refusalOf(files: readonly File[]): string | null {
  if (files.length === 0) return 'Choose a file first.';
  if (files.length > maxImportFiles) return `Choose at most ${maxImportFiles} files.`;
  const large = files.find(({ size }) => size > maxImportBytes);
  return large
    ? `${large.name} is larger than ${sizeInWords(maxImportBytes)}. Compress it with gzip, or split it and upload the parts together.`
    : null;
}

/** The supported columns of a kind, for users preparing a file. */
function SupportedColumns({ kind }: { kind: ImportKind }) {
  const { fields } = importTerms[kind];
  return (
    <Card title="Supported columns">
      <p className="import-words">{treatmentOf(kind)} Other columns are ignored.</p>
      <ul className="import-fields">
        {fields.map(({ name, label, required, hint }) => (
          <li key={name}>
            <strong>{label}</strong>
            {required && ' (required)'}
            {hint && <span className="import-hint"> {hint}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What becomes of the rows of a file. */
function treatmentOf(kind: ImportKind): string {
  const { key, many, isHistory, isPosted } = importTerms[kind];
  if (isHistory)
    return 'Each row is a line of a document. Rows with the same invoice number belong together. Numbers that begin with C are cancellations. Documents already imported are skipped.';
  if (isPosted)
    return 'Each row is a document that was open when your books here began, such as a line of an aged debtors or creditors report. It is posted against opening balance suspense, without VAT, and is paid like any other. Rows already entered are skipped.';
  return `${many} already in Counterfoil are matched by ${key} and updated. Blank cells keep the current value. An export of the list has these columns.`;
}
