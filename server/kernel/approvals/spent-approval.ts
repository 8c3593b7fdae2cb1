import type { ApprovalNeed } from '#domain/approvals/approval-need';

/** A used approval, to store with its document. */
export type SpentApproval = {
  /** The approval by PIN; null when the sender approved it with the change. */
  readonly id: string | null;
  readonly by: number;
  readonly need: ApprovalNeed;
  /** Approved by the user who entered it, because there was no second person. */
  readonly isOwn: boolean;
};
