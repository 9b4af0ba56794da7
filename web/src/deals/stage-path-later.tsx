import { later } from '../layout/later.tsx';

/**
 * The stages of a Deal as a path, for its page. A list, which has the view as well, needs neither
 * it nor the inputs that it opens. Its place is as high before it comes, so that nothing jumps.
 */
export const StagePath = later(
  async () => (await import('./stage-path.tsx')).StagePath,
  () => <div className="stage-path" />,
);
