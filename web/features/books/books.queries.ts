import { books } from '#domain/books/books.contract';
import { vatRegistration } from '#domain/books/vat-registration.contract';
import { vatPeriods } from '#domain/vat-returns/vat-period.contract';
import { contractQuery } from '../../platform/queries';

export const booksNow = contractQuery(books.show);
export const periodsOfCompany = contractQuery(vatPeriods.get);
export const registrationOfCompany = contractQuery(vatRegistration.get);
