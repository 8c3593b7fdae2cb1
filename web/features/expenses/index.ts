export { useExpenseChoices } from './use-expense-choices';
