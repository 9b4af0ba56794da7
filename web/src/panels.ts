import type { Panels } from './records/view.ts';
import { Composer } from './tasks/composer.tsx';
import { OpenTasks } from './tasks/open-tasks.tsx';

/** What Tasks and Notes add to the pages of other records. */
export const PANELS: Panels = { Beside: OpenTasks, Write: Composer };
