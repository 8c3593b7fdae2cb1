/**
 * In the place of a figure until it arrives, or if it cannot be read. Where figures are compared it has a second line, as they
 * have, so that nothing below them moves (F81).
 */
export const AwaitedFigure = ({ none, isCompared }: { none: string; isCompared: boolean }) => (
  <>
    {none}
    {isCompared && <span className="change">{none}</span>}
  </>
);
