import type { ApprovalNeed } from '#domain/approvals/approval-need';

/** A used approval, to be stored with its document. */
export type SpentApproval = {
  /** The id of the approval by PIN; null if the sender approved it directly. */
  readonly id: string | null;
  readonly by: number;
  readonly need: ApprovalNeed;
  /** Approved by the user who entered it, because no one else can approve it. */
  readonly isOwn: boolean;
};
