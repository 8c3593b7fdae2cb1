import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { registerFonts } from './fonts';
import { layOut, tableLayouts } from './lay-out';
import { layOutLabels } from './lay-out-labels';
import { layOutSlip } from './lay-out-slip';
import type { PdfAnswer, PdfJob, PdfWorkerData } from './pdf-messages';
import { reorderRightToLeftLines } from './right-to-left';

/** The drawing thread: takes one document at a time and returns its bytes, or why it failed. */

registerFonts();
pdfmake.setTableLayouts(tableLayouts);
reorderRightToLeftLines();

const { watermark } = workerData as PdfWorkerData;
const marks = watermark === null ? {} : { watermark: { text: watermark, opacity: 0.14, bold: true } };

parentPort?.on('message', (job: PdfJob) => void drawOne(job));

function definitionOf(document: PdfJob['document']) {
  if ('labels' in document) return layOutLabels(document);
  return 'slip' in document ? layOutSlip(document) : layOut(document);
}

async function drawOne({ id, document }: PdfJob): Promise<void> {
  try {
    const drawn = await pdfmake.createPdf({ ...definitionOf(document), ...marks }).getBuffer();
    // A copy, so that the bytes can be transferred to the other thread instead of cloned.
    const bytes = Uint8Array.from(drawn);
    reply({ id, bytes }, [bytes.buffer]);
  } catch (error) {
    reply({ id, failure: String(error) });
  }
}

const reply = (message: PdfAnswer, moved: ArrayBuffer[] = []) => parentPort?.postMessage(message, moved);
