import type { ApprovalNeed } from '#domain/approvals/approval-need';

/** An approval that was used, to be kept with its document. */
export type SpentApproval = {
  /** Of the approval by PIN; null where whoever sent the change approved it with it. */
  readonly id: string | null;
  readonly by: number;
  readonly need: ApprovalNeed;
  /** Approved by whoever entered it, for want of a second person. */
  readonly isOwn: boolean;
};
