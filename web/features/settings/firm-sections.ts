/** One file for the browser: whoever sets up the firm opens one of these sections after the other. */
export { CompanySection } from './company-section';
export { MailSection } from './mail-section';
export { SecuritySection } from './security-section';
export { YearSection } from './year-section';
