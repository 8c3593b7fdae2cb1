export { Paper, PaperReceipt, printPaper } from './paper-receipt';
