import { PlainLink } from '../../ui/links';
import { MessagePage } from './message-page';

/** The page for unknown addresses. */
export const NotFoundPage = () => (
  <MessagePage
    code="404"
    title="Page not found"
    text="No page exists at this address. It may have moved, or the link may be incomplete."
  >
    <PlainLink to="/dashboard">Go to dashboard</PlainLink>
  </MessagePage>
);
