export { A4Paper } from './a4-paper';
export { Paper, PaperReceipt, printPaper } from './paper-receipt';
