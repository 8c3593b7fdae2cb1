import { useRouter } from '@tanstack/react-router';
import { useFrameAround } from '../../platform/whole-screen';
import { PlainLink } from '../../ui/links';
import { MessagePage } from './message-page';

/** Shown in place of a page that failed to render. The rest of the application keeps working. */
export function PageFailed({ reset }: { reset: () => void }) {
  useFrameAround();
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <MessagePage
      code="!"
      title="This page could not be shown"
      text="An error occurred on this page. Your saved work is safe."
    >
      <button type="button" onClick={tryAgain}>
        Try again
      </button>
      {/* After an upgrade the page may need parts that only a new copy of it knows. */}
      <button type="button" onClick={() => location.reload()}>
        Reload page
      </button>
      <PlainLink to="/dashboard">Go to dashboard</PlainLink>
    </MessagePage>
  );
}
