import { type Pence, toPence } from '../kernel/money';

type Today = { readonly balance: Pence; readonly overdue: Pence };

/** What a customer has still to pay: open invoices less unused credit (rule W4). Nothing if credit covers them. */
export const balanceDue = ({ balance }: Pick<Today, 'balance'>): Pence => toPence(Math.max(0, balance));

/** The overdue part of it, which unused credit can make smaller than the overdue invoices. */
export const overdueOfBalance = (today: Today): Pence => toPence(Math.min(today.overdue, balanceDue(today)));
