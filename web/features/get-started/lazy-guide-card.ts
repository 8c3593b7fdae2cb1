import { onDemand } from '../../ui/on-demand';

/** The card of the dashboard, which a business that is set up never loads. */
export const GuideCard = onDemand(async () => (await import('./guide-card')).GuideCard);
